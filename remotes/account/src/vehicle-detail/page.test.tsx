import { expect, test } from '@rstest/core';
import { queries } from '@shared/client';
import { UserVehicle } from '@shared/contract';
import { toastsAtom } from '@shared/state';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';
import { catalogue } from '../vehicle-form/catalogue.testing.ts';

const list = '/marca/vehicles-list';
const azulzinho = {
  uvId: 3,
  uvAnuId: 7,
  uvName: 'Azulzinho',
  uvVmId: 41,
  uvLicencePlate: 'ABC1D23',
  uvVm: { vmName: 'Dolphin', vmManufacturer: { manufacturerId: 4, manufacturerName: 'BYD' } },
};
function show(responses: MockResponses = {}, at = '/marca/vehicle-detail/3') {
  const view = renderScreen(remote, {
    at,
    cameFrom: list,
    loggedIn: true,
    responses: { ...catalogue, 'GET /UserVehicles/3': azulzinho, 'GET /UserVehicles': [], ...responses },
  });
  const toasts = () => view.store.get(toastsAtom).map(({ title }) => title);
  return { ...view, toasts };
}
const noContent = () => new Response(null, { status: 204 });

test('shows the vehicle name as the title and its data in the form', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Azulzinho' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Apelido' })).toHaveValue('Azulzinho');
  expect(screen.getByRole('textbox', { name: 'Placa do Carro' })).toHaveValue('ABC1D23');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Marca*' })).toHaveDisplayValue('BYD'));
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Modelo*' })).toHaveDisplayValue('Dolphin'),
  );
});

test('saves a change, shows a toast and returns to the list', async () => {
  const { user, currentPath, requests, toasts } = show({ 'PUT /UserVehicles/3': noContent });
  await user.type(await screen.findByRole('textbox', { name: 'Apelido' }), ' da Ana');
  await user.click(screen.getByRole('button', { name: 'Alterar' }));
  await waitFor(() => expect(currentPath()).toBe(list));
  expect(toasts()).toEqual(['Veículo atualizado com sucesso']);
  expect(requests).toContain('PUT /UserVehicles/3');
});

test('fills in changes made elsewhere when they load, and keeps edited fields', async () => {
  const response = Promise.withResolvers<object>();
  const { user, router, queryClient, sent } = show(
    { 'GET /UserVehicles/3': () => response.promise, 'PUT /UserVehicles/3': noContent },
    list,
  );
  const cached = UserVehicle.parse(azulzinho);
  queryClient.setQueryData(queries.vehicle('3').queryKey, cached, { updatedAt: 1 });
  await act(() => router.navigate('/marca/vehicle-detail/3'));
  const make = await screen.findByRole('combobox', { name: 'Marca*' });
  await within(make).findByRole('option', { name: 'Nissan' });
  await user.selectOptions(make, 'Nissan');
  const model = screen.getByRole('combobox', { name: 'Modelo*' });
  await waitFor(() => expect(model).toHaveDisplayValue('Leaf'));
  await act(async () => response.resolve({ ...azulzinho, uvLicencePlate: 'XYZ9W87' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Placa do Carro' })).toHaveValue('XYZ9W87'));
  expect(make).toHaveDisplayValue('Nissan');
  expect(model).toHaveDisplayValue('Leaf');
  await user.click(screen.getByRole('button', { name: 'Alterar' }));
  await waitFor(() => expect(sent).toMatchObject([{ uvVmId: '91', uvLicencePlate: 'XYZ9W87' }]));
});

test('deletes the vehicle after a confirmation, shows a toast and returns to the list', async () => {
  const { user, currentPath, requests, toasts } = show({ 'DELETE /UserVehicles/3': noContent });
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(requests).not.toContain('DELETE /UserVehicles/3');
  await user.click(screen.getByRole('button', { name: 'Excluir' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(currentPath()).toBe(list));
  expect(toasts()).toEqual(['Veículo excluido com sucesso']);
});

test('sends one request when confirmed twice', async () => {
  const { user, currentPath, requests, toasts } = show({ 'DELETE /UserVehicles/3': null });
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' });
  act(() => {
    confirm.click();
    confirm.click();
  });
  await waitFor(() => expect(currentPath()).toBe(list));
  expect(requests.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
  expect(toasts()).toEqual(['Veículo excluido com sucesso']);
});

test('shows the toast without navigating when the user leaves during the deletion', async () => {
  const response = Promise.withResolvers<Response>();
  const { user, router, currentPath, toasts } = show({ 'DELETE /UserVehicles/3': () => response.promise });
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await act(() => router.navigate('/marca/coupons'));
  await screen.findByRole('heading', { name: 'Cupons' });
  response.resolve(noContent());
  await waitFor(() => expect(toasts()).toEqual(['Veículo excluido com sucesso']));
  await act(async () => {});
  expect(currentPath()).toBe('/marca/coupons');
});

test('shows an error and stays on the vehicle when the deletion fails', async () => {
  const { user, currentPath, toasts } = show({ 'DELETE /UserVehicles/3': failure(500) });
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() =>
    expect(toasts()).toEqual(['Não foi possível excluir o veículo. Tente novamente mais tarde.']),
  );
  expect(currentPath()).toBe('/marca/vehicle-detail/3');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('retries a vehicle that failed to load', async () => {
  const { user } = show({
    'GET /UserVehicles/3': (_: URL, times: number) => (times === 0 ? failure(500)() : azulzinho),
  });
  await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('heading', { name: 'Azulzinho' })).toBeVisible();
});

test('keeps the failure and the focus on the button while a retry is pending', async () => {
  const responses = [
    failure(500)(),
    Promise.withResolvers<Response>(),
    Promise.withResolvers<object>(),
  ] as const;
  const { user } = show({
    'GET /UserVehicles/3': (_: URL, times: number) => {
      const response = responses[times];
      return response instanceof Response ? response : response?.promise;
    },
  });
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' });
  await user.click(retry);
  expect(retry).toHaveFocus();
  expect(retry).toHaveAttribute('aria-busy', 'true');
  await act(async () => responses[1].resolve(failure(500)()));
  await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'));
  expect(retry).toHaveFocus();
  await user.click(retry);
  await act(async () => responses[2].resolve(azulzinho));
  expect(await screen.findByRole('heading', { name: 'Azulzinho' })).toBeVisible();
});

test('shows that the vehicle no longer exists and offers to go back', async () => {
  const { user, currentPath } = show({ 'GET /UserVehicles/3': failure(404) });
  expect(await screen.findByText('Este veículo não está mais cadastrado.')).toBeVisible();
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Voltar' }));
  expect(currentPath()).toBe(list);
});
