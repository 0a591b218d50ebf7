import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { User } from '@shared/contract';
import { expiredAtom, sessionAtom, toastsAtom } from '@shared/state';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';
import { catalogue } from '../vehicle-form/catalogue.testing.ts';

beforeEach(() => {
  rs.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  rs.restoreAllMocks();
});

const list = '/marca/vehicles-list';
async function show(responses: MockResponses = {}) {
  const view = renderScreen(remote, {
    at: '/marca/vehicles',
    cameFrom: list,
    loggedIn: true,
    responses: { ...catalogue, 'GET /userprofile': { id: 7 }, 'GET /UserVehicles': [], ...responses },
  });
  const name = await screen.findByRole('textbox', { name: 'Apelido' });
  const plate = screen.getByRole('textbox', { name: 'Placa do Carro' });
  const make = screen.getByRole('combobox', { name: 'Marca*' });
  const model = screen.getByRole('combobox', { name: 'Modelo*' });
  const save = screen.getByRole('button', { name: 'Salvar Veículo' });
  async function fill({ typedPlate = 'abc1234' } = {}) {
    await view.user.type(name, 'Azulzinho');
    await within(make).findByRole('option', { name: 'BYD' });
    await view.user.selectOptions(make, 'BYD');
    await within(model).findByRole('option', { name: 'Seal' });
    await view.user.selectOptions(model, 'Seal');
    await view.user.type(plate, typedPlate);
  }
  const toasts = () => view.store.get(toastsAtom).map(({ title }) => title);
  return { ...view, name, plate, make, model, save, fill, toasts };
}

test('enables saving when all four fields are set, then goes back after saving', async () => {
  const { user, fill, save, plate, currentPath, sent, toasts } = await show({
    'POST /UserVehicles': () => new Response('', { status: 201 }),
  });
  expect(save).toBeDisabled();
  await fill();
  expect(plate).toHaveValue('ABC-1234');
  await waitFor(() => expect(save).toBeEnabled());
  await user.click(save);
  await waitFor(() => expect(currentPath()).toBe(list));
  expect(sent).toEqual([{ uvAnuId: '7', uvVmId: '42', uvName: 'Azulzinho', uvLicencePlate: 'ABC-1234' }]);
  expect(toasts()).toEqual(['Veículo adicionado com sucesso']);
});

test('shows the success toast and the new vehicle when the user leaves during the save', async () => {
  const response = Promise.withResolvers<Response>();
  const { user, fill, save, currentPath, toasts } = await show({
    'POST /UserVehicles': () => response.promise,
    'GET /UserVehicles': (_: URL, times: number) => (times === 0 ? [] : [{ uvId: 3, uvName: 'Azulzinho' }]),
  });
  await fill();
  await waitFor(() => expect(save).toBeEnabled());
  await user.click(save);
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  await screen.findByText('Não há veículos cadastrados');
  response.resolve(new Response('', { status: 201 }));
  expect(await screen.findByText('Azulzinho')).toBeVisible();
  expect(toasts()).toEqual(['Veículo adicionado com sucesso']);
  expect(currentPath()).toBe(list);
});

test.each([
  [
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Sua conexão está instável. Por favor, tente mais tarde.',
  ],
  [failure(409), 'Esta placa já está cadastrada. Verifique e tente novamente.'],
  [failure(500), 'Ocorreu um erro inesperado ao salvar o veículo. Tente novamente mais tarde.'],
])('shows why the save failed when the user leaves during the save', async (respond, text) => {
  const response = Promise.withResolvers<Response>();
  const { user, store, fill, save } = await show({ 'POST /UserVehicles': () => response.promise });
  await fill();
  await waitFor(() => expect(save).toBeEnabled());
  await user.click(save);
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(save).not.toBeInTheDocument());
  response.resolve(respond());
  await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ title: 'Falha ao salvar', text }]));
});

test('restores the input after the session expires and the user logs in again', async () => {
  const { store, router, fill } = await show();
  const ana = { status: 'user', token: 'token', user: User.parse({ id: 7, name: 'Ana Souza' }) } as const;
  act(() => store.set(sessionAtom, ana));
  await fill();
  await act(async () => {
    store.set(expiredAtom, true);
    store.set(sessionAtom, { status: 'guest' });
    await router.navigate('/marca/login');
  });
  store.set(sessionAtom, ana);
  await act(() => router.navigate('/marca/vehicles'));
  expect(await screen.findByRole('textbox', { name: 'Apelido' })).toHaveValue('Azulzinho');
  expect(screen.getByRole('combobox', { name: 'Marca*' })).toHaveDisplayValue('BYD');
  expect(screen.getByRole('combobox', { name: 'Modelo*' })).toHaveDisplayValue('Seal');
  expect(screen.getByRole('textbox', { name: 'Placa do Carro' })).toHaveValue('ABC-1234');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Salvar Veículo' })).toBeEnabled());
});

test('enables the model after a make is chosen, and selects the only model of another make', async () => {
  const { user, fill, make, model } = await show();
  expect(model).toBeDisabled();
  await fill();
  await user.selectOptions(make, 'Nissan');
  await waitFor(() => expect(model).toHaveValue('91'));
});

test('does not report a missing model right after the make is chosen', async () => {
  const { user, make, model, save } = await show();
  await within(make).findByRole('option', { name: 'BYD' });
  await user.selectOptions(make, 'BYD');
  await within(model).findByRole('option', { name: 'Seal' });
  expect(screen.queryByText('Campo Obrigatório')).toBeNull();
  expect(model).not.toBeInvalid();
  expect(save).toBeDisabled();
});

test('disables saving again when another make resets the model', async () => {
  const { user, fill, make, model, save } = await show({
    'GET /VehicleModels/': [
      { vmId: 41, vmName: 'Dolphin' },
      { vmId: 42, vmName: 'Seal' },
    ],
  });
  await fill();
  await waitFor(() => expect(save).toBeEnabled());
  await user.selectOptions(make, 'Nissan');
  expect(model).toHaveValue('');
  await waitFor(() => expect(save).toBeDisabled());
});

test('lists "Não listado" last', async () => {
  const { make } = await show();
  await within(make).findByRole('option', { name: 'BYD' });
  expect(
    within(make)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Selecione', 'BYD', 'Nissan', 'Não listado']);
});

test('sorts manufacturers and models by Portuguese name order, with "Não listado" last', async () => {
  const { user, make, model } = await show({
    'GET /VehicleManufacturers': [
      { manufacturerId: 5, manufacturerName: 'Zeekr' },
      { manufacturerId: 0, manufacturerName: '_unknown' },
      { manufacturerId: 6, manufacturerName: 'peugeot' },
      { manufacturerId: 7, manufacturerName: 'Ávila' },
      { manufacturerId: 4, manufacturerName: 'BYD' },
    ],
    'GET /VehicleModels/': [
      { vmId: 43, vmName: 'Seal' },
      { vmId: 40, vmName: '_unknown' },
      { vmId: 42, vmName: 'Étron' },
      { vmId: 41, vmName: 'Dolphin' },
    ],
  });
  const optionTexts = (select: HTMLElement) =>
    within(select)
      .getAllByRole('option')
      .map((option) => option.textContent);
  await within(make).findByRole('option', { name: 'BYD' });
  expect(optionTexts(make)).toEqual(['Selecione', 'Ávila', 'BYD', 'peugeot', 'Zeekr', 'Não listado']);
  await user.selectOptions(make, 'BYD');
  await within(model).findByRole('option', { name: 'Seal' });
  expect(optionTexts(model)).toEqual(['Selecione', 'Dolphin', 'Étron', 'Seal', 'Não listado']);
});

test('shows an invalid plate when the field loses focus', async () => {
  const { user, fill, plate, save } = await show();
  await fill({ typedPlate: 'abc12' });
  await user.tab();
  await waitFor(() => expect(plate).toHaveAccessibleDescription('Placa inválida'));
  expect(save).toBeDisabled();
});

test('shows a duplicate plate at its field and keeps the input', async () => {
  const { user, fill, save, plate, name } = await show({ 'POST /UserVehicles': failure(409) });
  await fill();
  await user.click(save);
  await waitFor(() =>
    expect(plate).toHaveAccessibleDescription('Esta placa já está cadastrada. Verifique e tente novamente.'),
  );
  expect(name).toHaveValue('Azulzinho');
});

test('shows an unexpected failure, keeps the input and allows another try', async () => {
  const { user, fill, save, name, currentPath, toasts } = await show({
    'POST /UserVehicles': (_: URL, times: number) =>
      times === 0 ? failure(500)() : new Response('', { status: 200 }),
  });
  await fill();
  await user.click(save);
  await waitFor(() =>
    expect(toasts()).toEqual(['Ocorreu um erro inesperado ao salvar o veículo. Tente novamente mais tarde.']),
  );
  expect(name).toHaveValue('Azulzinho');
  await user.click(save);
  await waitFor(() => expect(currentPath()).toBe(list));
});

test('logs the error when the catalogue fails to load and lets the user retry', async () => {
  const { user, make } = await show({
    'GET /VehicleManufacturers': (_: URL, times: number) =>
      times === 0 ? failure(500)() : [{ manufacturerId: 4, manufacturerName: 'BYD' }],
  });
  await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  expect(await within(make).findByRole('option', { name: 'BYD' })).toBeVisible();
  expect(console.error).toHaveBeenCalled();
});
