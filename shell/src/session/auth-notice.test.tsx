import { expect, test } from '@rstest/core';
import { screen } from '@testing-library/react';
import { showScreen } from './show-screen.tsx';

test('links from the confirmed e-mail to the login', async () => {
  const { user, currentPath } = showScreen('confirmation-app');
  expect(await screen.findByRole('heading', { name: 'Email confirmado!' })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Ir para o login' }));
  expect(currentPath()).toBe('/marca/login');
});
