import { expect, test } from '@rstest/core';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';

/** A screen's read, with how each try of it ends; a try beyond those given doesn't end. */
function watch(...ends: (() => Promise<string>)[]) {
  const client = createQueryClient();
  const queryFn = () => ends.shift()?.() ?? new Promise<string>(() => {});
  const screen = () => new QueryObserver(client, { queryKey: ['list'], queryFn });
  return { client, queryFn, screen };
}
const refused = () => Promise.reject(new Error('refused'));

test('what failed stays failed while it is tried again, until the answer is there', async () => {
  const answer = Promise.withResolvers<string>();
  const observer = watch(refused, refused, () => answer.promise).screen();
  observer.subscribe(() => {});
  await observer.refetch();
  for (const end of [undefined, 'there']) {
    const trial = observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ isError: true, isPending: false, isFetching: true });
    expect(observer.getCurrentResult().error).toEqual(new Error('refused'));
    if (end) answer.resolve(end);
    await trial;
  }
  expect(observer.getCurrentResult()).toMatchObject({ data: 'there', error: null, isFetching: false });
});

test('a screen that comes after a failure begins by loading', async () => {
  const { screen } = watch(refused);
  const observer = screen();
  const leave = observer.subscribe(() => {});
  await observer.refetch();
  leave();
  const next = screen();
  next.subscribe(() => {});
  expect(next.getCurrentResult()).toMatchObject({ isPending: true, error: null, isFetching: true });
});

test('so does one that comes while a failed read is tried again that nobody looked at', async () => {
  const { client, queryFn, screen } = watch(refused);
  const read = () => client.fetchQuery({ queryKey: ['list'], queryFn });
  await expect(read()).rejects.toThrow('refused');
  void read();
  const observer = screen();
  observer.subscribe(() => {});
  expect(observer.getCurrentResult()).toMatchObject({ isPending: true, error: null, isFetching: true });
});

test('what was forgotten, as after a logout, has not failed', async () => {
  const { client, screen } = watch(refused);
  const observer = screen();
  observer.subscribe(() => {});
  await observer.refetch();
  void client.resetQueries();
  expect(observer.getCurrentResult()).toMatchObject({ isPending: true, error: null, isFetching: true });
});
