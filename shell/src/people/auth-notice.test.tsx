import { expect, test } from '@rstest/core';
import { screen, waitFor } from '@testing-library/react';
import { showScreen } from '../routing/show-screen.testing.tsx';
import { storedReturnPath } from './session/return-path.ts';

test('links from the confirmed e-mail to the login', async () => {
  const { user, currentPath } = showScreen('confirmation-app');
  expect(await screen.findByRole('heading', { name: 'Email confirmado!' })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Ir para o login' }));
  expect(currentPath()).toBe('/marca/login');
});

test('keeps the path to which the mail leads on, and removes it from the URL', async () => {
  const { currentPath } = showScreen(`confirmation-app?return_to=${encodeURIComponent('/marca/ch/7?a=1')}`);
  await screen.findByRole('heading', { name: 'Email confirmado!' });
  await waitFor(() => expect(currentPath()).toBe('/marca/confirmation-app'));
  expect(storedReturnPath('marca')).toBe('/marca/ch/7?a=1');
});
