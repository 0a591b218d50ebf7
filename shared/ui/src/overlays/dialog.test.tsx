import { expect, rstest, test } from '@rstest/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

const pressEscape = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));

function sheetOf(dialog: HTMLElement) {
  const sheet = dialog.firstElementChild;
  if (!sheet) throw new Error('no sheet');
  return sheet;
}
function swipe(dialog: HTMLElement, to: number) {
  const sheet = sheetOf(dialog);
  fireEvent.touchStart(sheet, { touches: [{ clientY: 100 }] });
  fireEvent.touchMove(sheet, { changedTouches: [{ clientY: to }] });
  fireEvent.touchEnd(sheet, { changedTouches: [{ clientY: to }] });
}

test('is a modal dialog named by its title and focuses the title', () => {
  render(
    <Dialog title="Falha" onClose={() => undefined}>
      Tente de novo.
    </Dialog>,
  );
  expect(screen.getByRole('dialog', { name: 'Falha' })).toHaveAttribute('open');
  expect(screen.getByRole('heading', { name: 'Falha' })).toHaveFocus();
});

test('focuses the element with data-autofocus', () => {
  render(
    <Dialog title="Cupom" onClose={() => undefined}>
      <input aria-label="Código do cupom" data-autofocus />
    </Dialog>,
  );
  expect(screen.getByLabelText('Código do cupom')).toHaveFocus();
});

test('calls onClose for Escape, the backdrop, a swipe down and the close button', async () => {
  const close = rstest.fn();
  render(<Dialog title="Falha" onClose={close} />);
  const dialog = screen.getByRole('dialog');
  expect(pressEscape(dialog)).toBe(false);
  await userEvent.click(dialog);
  swipe(dialog, 300);
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(close).toHaveBeenCalledTimes(4);
});

test('ignores the second click of the double click that opened it, but none of later ones', () => {
  const [confirm, close] = [rstest.fn(), rstest.fn()];
  render(<ConfirmDialog title="Você confirma?" onConfirm={confirm} onClose={close} />);
  const button = screen.getByRole('button', { name: 'Confirmar' });
  fireEvent.click(button, { detail: 2 });
  expect(confirm).not.toHaveBeenCalled();
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(close).not.toHaveBeenCalled();
});

test('does not close on a press inside, a selection that ends outside or a short swipe', async () => {
  const close = rstest.fn();
  render(
    <Dialog title="Falha" onClose={close}>
      <p>Texto</p>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog');
  await userEvent.click(screen.getByText('Texto'));
  fireEvent.pointerDown(screen.getByText('Texto'));
  fireEvent.click(dialog);
  swipe(dialog, 110);
  swipe(dialog, 20);
  expect(close).not.toHaveBeenCalled();
});

test('closes only the inner one of two dialogs and ignores a swipe on a scrolled sheet', async () => {
  const outer = rstest.fn();
  const inner = rstest.fn();
  render(
    <Dialog title="Confirme a recarga" onClose={outer}>
      <Dialog title="Cupons" onClose={inner} />
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Cupons' });
  pressEscape(dialog);
  await userEvent.click(dialog);
  swipe(dialog, 300);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fechar' }));
  if (dialog instanceof HTMLDialogElement) dialog.close();
  expect([inner, outer].map((call) => call.mock.calls.length)).toEqual([5, 0]);

  Object.defineProperty(sheetOf(dialog), 'scrollTop', { value: 300 });
  swipe(dialog, 300);
  expect([inner, outer].map((call) => call.mock.calls.length)).toEqual([5, 0]);
});

test('gets the focus back from a dialog above it, also if the element that had it is gone', () => {
  const renderDialogs = (below: ReactNode, above: ReactNode) => (
    <Dialog title="Excluir veículo" onClose={() => undefined}>
      {below}
      {above}
    </Dialog>
  );
  const { rerender } = render(renderDialogs(<button type="button" data-autofocus />, null));
  rerender(renderDialogs(null, <Dialog title="Erro" onClose={() => undefined} />));
  expect(screen.getByRole('heading', { name: 'Erro' })).toHaveFocus();
  rerender(renderDialogs(null, null));
  expect(screen.getByRole('heading', { name: 'Excluir veículo' })).toHaveFocus();
});

test('does not close a persistent dialog, even if the browser does', async () => {
  const close = rstest.fn();
  render(<Dialog title="Desconectado" onClose={close} persistent />);
  const dialog = screen.getByRole('dialog');
  pressEscape(dialog);
  await userEvent.click(dialog);
  swipe(dialog, 300);
  if (dialog instanceof HTMLDialogElement) dialog.close();
  expect(close).not.toHaveBeenCalled();
  expect(dialog).toHaveAttribute('open');
  expect(screen.queryByRole('button', { name: 'Fechar' })).not.toBeInTheDocument();
});

test('a dialog that opens later is shown below the one that stays on top, which keeps the focus', () => {
  const shown: string[] = [];
  const showModal = rstest.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function show(
    this: HTMLDialogElement,
  ) {
    shown.push(this.textContent);
    this.open = true;
  });
  const ui = (isConfirming: boolean) => (
    <>
      <Dialog title="Desconectado" onClose={() => undefined} persistent onTop />
      {isConfirming && <Dialog title="Confirme a recarga" onClose={() => undefined} />}
    </>
  );
  render(ui(false)).rerender(ui(true));
  showModal.mockRestore();
  expect(shown.slice(0, 2)).toEqual(['Desconectado', 'Confirme a recarga']);
  expect(shown.at(-1)).toBe('Desconectado');
  expect(screen.getByRole('heading', { name: 'Desconectado' })).toHaveFocus();
});

test('calls onConfirm or onClose, but neither while pending', async () => {
  const confirm = rstest.fn();
  const close = rstest.fn();
  const { rerender } = render(
    <ConfirmDialog title="Deseja finalizar a recarga?" onConfirm={confirm} onClose={close} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  await userEvent.click(screen.getByRole('button', { name: 'Voltar' }));
  expect([confirm, close].map((call) => call.mock.calls.length)).toEqual([1, 1]);

  rerender(<ConfirmDialog title="Deseja finalizar a recarga?" onConfirm={confirm} onClose={close} pending />);
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  await userEvent.click(screen.getByRole('button', { name: 'Voltar' }));
  expect([confirm, close].map((call) => call.mock.calls.length)).toEqual([1, 1]);
});
