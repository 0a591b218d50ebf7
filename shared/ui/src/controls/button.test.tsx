import { expect, rstest, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, ButtonLink } from './button.tsx';

test('calls the action once per press', async () => {
  const press = rstest.fn();
  render(<Button onClick={press}>Iniciar recarga</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar recarga' }));
  expect(press).toHaveBeenCalledTimes(1);
});

test('ignores presses while pending, keeps the focus and announces the wait', async () => {
  const press = rstest.fn();
  const { rerender } = render(
    <Button onClick={press} pending={false}>
      Salvar
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Salvar' });
  button.focus();
  rerender(
    <Button onClick={press} pending>
      Salvar
    </Button>,
  );
  await userEvent.click(button);
  await userEvent.keyboard('{Enter}');
  expect(press).not.toHaveBeenCalled();
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText('Aguarde…')).toHaveAttribute('aria-live', 'polite');
});

test('does not submit a pending form again', async () => {
  const submit = rstest.fn();
  render(
    <form onSubmit={submit}>
      <input aria-label="Nome" />
      <Button type="submit" pending>
        Enviar
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  expect(submit).not.toHaveBeenCalled();
});

test('renders a link with the look of a button', () => {
  render(<ButtonLink render={<a href="/login" />}>Faça o login</ButtonLink>);
  expect(screen.getByRole('link', { name: 'Faça o login' })).toHaveAttribute('href', '/login');
});
