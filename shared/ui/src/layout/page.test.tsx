import { expect, rstest, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FailureState } from '../states/empty-state.tsx';
import { StaleNote } from '../states/stale-note.tsx';
import { Card } from './card.tsx';
import { List, ListRow } from './list.tsx';
import { Page } from './page.tsx';

test('renders one main element with its heading and a back button', async () => {
  const back = rstest.fn();
  render(
    <Page title="Extrato" onBack={back}>
      Conteúdo
    </Page>,
  );
  expect(screen.getByRole('main')).toContainElement(
    screen.getByRole('heading', { level: 1, name: 'Extrato' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Voltar' }));
  expect(back).toHaveBeenCalledTimes(1);
});

test('renders a row as a link, a button or plain text', async () => {
  const press = rstest.fn();
  render(
    <List label="Conectores">
      <ListRow render={<a href="/recharge/1/1" />} title="Tipo 2" detail="22 kW" />
      <ListRow title="CCS 2" onPress={press} />
      <ListRow title="CHAdeMO" />
    </List>,
  );
  expect(screen.getByRole('list', { name: 'Conectores' }).children).toHaveLength(3);
  expect(screen.getByRole('link', { name: /Tipo 2/ })).toHaveAttribute('href', '/recharge/1/1');
  await userEvent.click(screen.getByRole('button', { name: 'CCS 2' }));
  expect(press).toHaveBeenCalledTimes(1);
});

test('renders a whole card as a link', () => {
  render(<Card render={<a href="/charger/7" />}>Shopping</Card>);
  expect(screen.getByRole('link', { name: 'Shopping' })).toHaveAttribute('href', '/charger/7');
});

test('offers to retry or to leave after a failure', async () => {
  const retry = rstest.fn();
  const back = rstest.fn();
  render(
    <FailureState message="Falha no servidor. Por favor tente novamente." onRetry={retry} onBack={back} />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Falha no servidor.');
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  await userEvent.click(screen.getByRole('button', { name: 'Voltar' }));
  expect([retry, back].map((call) => call.mock.calls.length)).toEqual([1, 1]);
});

test('shows the age of data only once it is old', () => {
  const { container, rerender } = render(<StaleNote since={Date.now()} afterMs={60_000} />);
  expect(container).toBeEmptyDOMElement();
  rerender(<StaleNote since={Date.now() - 725_000} afterMs={60_000} />);
  expect(screen.getByText(/Atualizado há 12/)).toBeInTheDocument();
});
