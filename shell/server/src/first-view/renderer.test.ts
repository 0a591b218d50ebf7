import { afterAll, expect, test } from '@rstest/core';
import { createRenderer, FatalCall, RendererEnded } from './renderer.ts';

const SHELL = {
  id: 'shell',
  code: `exports.addBundle = () => {};
exports.planView = (id, request) => { if (request === 'loop') for (;;); return request; };`,
};
const BUNDLE = { id: 'bundle', code: '' };
const renderer = createRenderer(2000);
afterAll(renderer.close);

test('starts the turn of a call after the earlier ones, and ends those that wait for a stuck one', async () => {
  const turns: string[] = [];
  const call = (request: string) =>
    renderer
      .call(SHELL, BUNDLE, 'planView', request, () => turns.push(request))
      .catch((error: unknown) => error);
  const replies = ['first', 'loop', 'last'].map(call);
  expect(await replies[0]).toBe('first');
  expect(await replies[1]).toBeInstanceOf(FatalCall);
  expect(await replies[2]).toBeInstanceOf(RendererEnded);
  expect(turns).toEqual(['first', 'loop']);
  expect(await call('next')).toBe('next');
});
