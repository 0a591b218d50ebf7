import { afterEach, expect, rs, test } from '@rstest/core';
import { act, screen, waitFor } from '@testing-library/react';
import {
  fillAndSave,
  frames,
  installFakeFrame,
  list,
  provider,
  recordBodies,
  show,
} from './card-form.testing.ts';

installFakeFrame();
afterEach(() => {
  rs.useRealTimers();
});

test('runs the script in a sandboxed frame, and removes the frame with the screen', async () => {
  const view = show({}, { scriptUrl: 'https://pay.example/own.js' });
  await waitFor(() => expect(provider.scripts).toEqual(['https://pay.example/own.js']));
  const [frame, ...otherFrames] = frames();
  expect(otherFrames).toEqual([]);
  expect(provider.pages).toEqual(['/payment-frame.html']);
  expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  expect(frame).not.toBeVisible();
  expect(document.querySelector('script[src*="pay.example"]')).toBeNull();
  await view.user.click(await screen.findByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(view.currentPath()).toBe(list));
  await waitFor(() => expect(frames()).toEqual([]));
});

test('shows a failure when the frame loads an error page', async () => {
  provider.unreachable = true;
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  show();
  const failure = /Não foi possível abrir o serviço de pagamento/;
  for (let seconds = 0; seconds < 20 && !screen.queryByText(failure); seconds++)
    await act(() => rs.advanceTimersByTimeAsync(1_000));
  rs.useRealTimers();
  expect(screen.getByText(failure)).toBeVisible();
  expect(frames()).toEqual([]);
});

test('shows a failure when the provider throws, without reporting any input', async () => {
  provider.throws = true;
  const view = show();
  const bodies = recordBodies();
  await fillAndSave(view);
  expect(await screen.findByText('Erro ao cadastrar o cartão.')).toBeVisible();
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(JSON.parse(bodies[0] ?? '')).toEqual({ code: 'script', message: 'the provider failed' });
});

test('saves the card when the user leaves while a token is being created, then removes the frame', async () => {
  provider.silent = true;
  const view = show();
  await fillAndSave(view);
  await waitFor(() => expect(provider.given.at(-1)?.[0]).toBe('card'));
  await view.user.click(screen.getByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Salvar Cartão' })).toBeNull());
  expect(frames()).toHaveLength(1);
  provider.respond();
  await waitFor(() => expect(view.requests).toContain('POST /UserPaymentMethods'));
  expect(frames()).toEqual([]);
});
