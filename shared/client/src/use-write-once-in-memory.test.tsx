import { expect, test } from '@rstest/core';
import { renderHook } from '@testing-library/react';
import { ApiError } from './api-error.ts';
import { useWriteOnceInMemory } from './use-write-once-in-memory.ts';

const LOST = new ApiError('timeout', 'POST /cards');
const REFUSED = new ApiError('status', 'POST /cards', 409);

/** Mounts the hook. Each request ends with the next of `ends`, an error or a success. */
function mount(...ends: (ApiError | undefined)[]) {
  const sent: { body: string; key: string }[] = [];
  let prepared = 0;
  const { result } = renderHook(() =>
    useWriteOnceInMemory({
      intent: (card: string) => card,
      prepare: async (card) => `token ${++prepared} of ${card}`,
      write: async (body, key) => {
        sent.push({ body, key });
        const end = ends.shift();
        if (end) throw end;
      },
    }),
  );
  return { send: (card: string) => result.current(card), sent };
}

test('sends the same body and key again after a lost response, and stores neither', async () => {
  const { send, sent } = mount(LOST);
  await expect(send('visa')).rejects.toBe(LOST);
  expect(localStorage).toHaveLength(0);
  await send('visa');
  expect(sent).toEqual([{ body: 'token 1 of visa', key: expect.stringMatching(/^[0-9a-f]{32}$/) }, sent[0]]);
});

test('prepares a new body and key after a refusal, after a success and for another intent', async () => {
  const { send, sent } = mount(REFUSED, undefined, LOST);
  await expect(send('visa')).rejects.toBe(REFUSED);
  await send('visa');
  await expect(send('visa')).rejects.toBe(LOST);
  await send('master');
  const bodies = ['token 1 of visa', 'token 2 of visa', 'token 3 of visa', 'token 4 of master'];
  expect(sent.map(({ body }) => body)).toEqual(bodies);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(4);
});

test('keeps body and key on a 429 after a lost response', async () => {
  const busy = new ApiError('status', 'POST /cards', 429, { code: 'TOO_MANY_REQUESTS' });
  const { send, sent } = mount(LOST, busy);
  await expect(send('visa')).rejects.toBe(LOST);
  await expect(send('visa')).rejects.toBe(busy);
  await send('visa');
  expect(sent).toEqual([sent[0], sent[0], sent[0]]);
});

test('sends one request for two calls at once', async () => {
  const { send, sent } = mount();
  await Promise.all([send('visa'), send('visa')]);
  expect(sent).toHaveLength(1);
});
