import { expect, rstest, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Field, Select } from './field.tsx';
import { PasswordField } from './password-field.tsx';
import { RadioCards } from './radio-cards.tsx';
import { Switch } from './switch.tsx';

test('associates the label, the hint and the error with the field', () => {
  const { rerender } = render(<Field label="E-mail" hint="Para o recibo." />);
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Para o recibo.');
  expect(screen.getByLabelText('E-mail')).toBeValid();
  rerender(<Field label="E-mail" hint="Para o recibo." error="Campo Obrigatório" />);
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Campo Obrigatório');
  expect(screen.getByLabelText('E-mail')).toBeInvalid();
});

test('hides the password until the user reveals it', async () => {
  render(<PasswordField label="Senha" defaultValue="recarga123" />);
  expect(screen.getByLabelText('Senha')).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar senha' }));
  expect(screen.getByLabelText('Senha')).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar senha' }));
  expect(screen.getByLabelText('Senha')).toHaveAttribute('type', 'password');
});

test('renders a native select', async () => {
  const change = rstest.fn();
  render(
    <Select label="Marca*" error="Campo Obrigatório" onChange={(event) => change(event.target.value)}>
      <option value="1">BYD</option>
      <option value="2">Volvo</option>
    </Select>,
  );
  const select = screen.getByRole('combobox', { name: 'Marca*' });
  expect(select).toHaveAccessibleDescription('Campo Obrigatório');
  await userEvent.selectOptions(select, 'Volvo');
  expect(change).toHaveBeenCalledWith('2');
});

test('selects one enabled card of a group', async () => {
  const change = rstest.fn();
  const options = [
    { value: 35, label: 'R$ 35' },
    { value: 60, label: 'R$ 60', detail: 'Mais escolhido' },
    { value: 100, label: 'R$ 100', disabled: true },
  ];
  render(<RadioCards label="Valor" options={options} value={35} onChange={change} />);
  expect(screen.getByRole('group', { name: 'Valor' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'R$ 35' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: /R\$ 100/ }));
  await userEvent.click(screen.getByText('Mais escolhido'));
  expect(change.mock.calls).toEqual([[60]]);
});

test('toggles when the label is pressed', async () => {
  render(<Switch label="Tornar cartão principal" />);
  await userEvent.click(screen.getByText('Tornar cartão principal'));
  expect(screen.getByRole('switch', { name: 'Tornar cartão principal' })).toBeChecked();
});
