import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CameraProblemNote } from './camera-problem.tsx';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A546E; wv) Instagram 340.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Instagram 340.0';

beforeEach(() => localStorage.clear());
afterEach(() => {
  rs.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'clipboard');
});

function show(userAgent: string, problem: 'refused' | 'absent' | 'failed' | 'inUse' = 'refused') {
  rs.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const retry = rs.fn();
  render(<CameraProblemNote problem={problem} onRetry={retry} />);
  return retry;
}

test.each(['refused', 'absent', 'failed'] as const)(
  "offers the device's browser in Instagram when the camera is %s",
  async (problem) => {
    const writeText = rs.fn(async (_: string) => undefined);
    const retry = show(ANDROID, problem);
    expect(screen.getByText(/o navegador do Instagram não libera a câmera/)).toBeVisible();
    expect(screen.getByText(/digite o número abaixo/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Abrir no navegador' }).getAttribute('href')).toMatch(/^intent:/);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    await userEvent.click(screen.getByRole('button', { name: 'Copiar link' }));
    expect(writeText).toHaveBeenCalledWith(location.href);
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(retry).toHaveBeenCalledOnce();
  },
);

test('explains the menu on iOS, where a link cannot open another browser', () => {
  show(IPHONE);
  expect(screen.getByText(/escolha “Abrir no navegador”/)).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

test.each([
  ['a camera that another app uses', ANDROID, 'inUse', ''],
  ['a refused camera in the product’s own app', ANDROID, 'refused', 'android'],
  ['a refused camera in a browser', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'refused', ''],
] as const)('gives the usual reason for %s', (_, userAgent, problem, platform) => {
  if (platform) localStorage.setItem('platform', platform);
  show(userAgent, problem);
  expect(
    screen.getByText(problem === 'inUse' ? 'A câmera está em uso' : 'Sem acesso à câmera'),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Copiar link' })).toBeNull();
});
