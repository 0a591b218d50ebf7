import { afterEach, beforeEach, expect, rstest, test } from '@rstest/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { Dialog } from './dialog.tsx';
import { type ToastNotice, ToastRegion } from './toast-region.tsx';

beforeEach(() => {
  rstest.useFakeTimers();
});
afterEach(() => {
  rstest.useRealTimers();
});

const failure: ToastNotice = {
  id: '1',
  kind: 'failure',
  title: 'Falha',
  text: 'Erro ao buscar site de carregamento',
};

test('announces a toast politely and dismisses it after 6 s', () => {
  const dismiss = rstest.fn();
  render(<ToastRegion toasts={[failure]} onDismiss={dismiss} />);
  expect(screen.getByRole('region', { name: 'Avisos' })).toHaveAttribute('aria-live', 'polite');
  act(() => rstest.advanceTimersByTime(5000));
  expect(dismiss).not.toHaveBeenCalled();
  act(() => rstest.advanceTimersByTime(1000));
  expect(dismiss).toHaveBeenCalledWith('1');
});

test('dismisses a toast after 6 s although a dialog opens and closes meanwhile', () => {
  const dismiss = rstest.fn();
  const page = (dialog: boolean) => (
    <>
      {dialog && <Dialog title="Filtros" onClose={() => undefined} />}
      <ToastRegion toasts={[failure]} onDismiss={dismiss} />
    </>
  );
  const { rerender } = render(page(false));
  for (const dialog of [true, false]) {
    act(() => rstest.advanceTimersByTime(2500));
    expect(dismiss).not.toHaveBeenCalled();
    rerender(page(dialog));
  }
  act(() => rstest.advanceTimersByTime(1000));
  expect(dismiss).toHaveBeenCalledTimes(1);
});

test('keeps a toast with buttons until one is pressed, then runs its action and dismisses the toast', () => {
  const dismiss = rstest.fn();
  const run = rstest.fn();
  render(
    <ToastRegion
      toasts={[{ ...failure, actions: [{ label: 'Tentar novamente', run }] }]}
      onDismiss={dismiss}
    />,
  );
  act(() => rstest.advanceTimersByTime(60_000));
  expect(dismiss).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(dismiss).toHaveBeenCalledWith('1');
});

test('shows the two newest toasts, and an earlier one once a newer one is dismissed', () => {
  const toasts = ['1', '2', '3'].map((id) => ({ ...failure, id, title: `Falha ${id}` }));
  const { rerender } = render(<ToastRegion toasts={toasts} onDismiss={() => undefined} />);
  const titles = () => screen.getAllByText(/^Falha/).map(({ textContent }) => textContent);
  expect(titles()).toEqual(['Falha 2', 'Falha 3']);
  rerender(<ToastRegion toasts={toasts.slice(0, 2)} onDismiss={() => undefined} />);
  expect(titles()).toEqual(['Falha 1', 'Falha 2']);
});

test('renders toasts inside the topmost open dialog, and on the page when none is open', () => {
  const page = (dialogs: string[]) => (
    <>
      {dialogs.map((title) => (
        <Dialog key={title} title={title} onClose={() => undefined} />
      ))}
      <ToastRegion toasts={[failure]} onDismiss={() => undefined} />
    </>
  );
  const { rerender } = render(page(['Primeiro', 'Segundo']));
  expect(within(screen.getByRole('dialog', { name: 'Segundo' })).getByText('Falha')).toBeInTheDocument();
  rerender(page(['Primeiro']));
  expect(within(screen.getByRole('dialog', { name: 'Primeiro' })).getByText('Falha')).toBeInTheDocument();
  rerender(page([]));
  expect(screen.getByText('Falha')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
