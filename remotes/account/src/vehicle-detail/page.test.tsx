import { expect, test } from '@rstest/core';
import { queries } from '@shared/client';
import { UserVehicle } from '@shared/contract';
import { toastsAtom } from '@shared/state';
import { type Answers, failure, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';
import { catalogue } from '../vehicle-form/testing.ts';

const list = '/marca/vehicles-list';
const azulzinho = {
  uvId: 3,
  uvAnuId: 7,
  uvName: 'Azulzinho',
  uvVmId: 41,
  uvLicencePlate: 'ABC1D23',
  uvVm: { vmName: 'Dolphin', vmManufacturer: { manufacturerId: 4, manufacturerName: 'BYD' } },
};
function show(answers: Answers = {}, at = '/marca/vehicle-detail/3') {
  const view = renderScreen(remote, {
    at,
    cameFrom: list,
    loggedIn: true,
    answers: { ...catalogue, 'GET /UserVehicles/3': azulzinho, 'GET /UserVehicles': [], ...answers },
  });
  const toasts = () => view.store.get(toastsAtom).map(({ title }) => title);
  return { ...view, toasts };
}
const noContent = () => new Response(null, { status: 204 });

test('the screen is called as the vehicle, and shows what is known of it', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Azulzinho' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Apelido' })).toHaveValue('Azulzinho');
  expect(screen.getByRole('textbox', { name: 'Placa do Carro' })).toHaveValue('ABC1D23');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Marca*' })).toHaveDisplayValue('BYD'));
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Modelo*' })).toHaveDisplayValue('Dolphin'),
  );
});

test('a change is saved, told, and the list comes back', async () => {
  const { user, address, asked, toasts } = show({ 'PUT /UserVehicles/3': noContent });
  await user.type(await screen.findByRole('textbox', { name: 'Apelido' }), ' da Ana');
  await user.click(screen.getByRole('button', { name: 'Alterar' }));
  await waitFor(() => expect(address()).toBe(list));
  expect(toasts()).toEqual(['Veículo atualizado com sucesso']);
  expect(asked).toContain('PUT /UserVehicles/3');
});

test('what was changed elsewhere fills the form once it is known, and leaves what is being chosen', async () => {
  const answer = Promise.withResolvers<object>();
  const { user, router, queryClient, sent } = show(
    { 'GET /UserVehicles/3': () => answer.promise, 'PUT /UserVehicles/3': noContent },
    list,
  );
  const remembered = UserVehicle.parse(azulzinho);
  queryClient.setQueryData(queries.vehicle('3').queryKey, remembered, { updatedAt: 1 });
  await act(() => router.navigate('/marca/vehicle-detail/3'));
  const make = await screen.findByRole('combobox', { name: 'Marca*' });
  await within(make).findByRole('option', { name: 'Nissan' });
  await user.selectOptions(make, 'Nissan');
  const model = screen.getByRole('combobox', { name: 'Modelo*' });
  await waitFor(() => expect(model).toHaveDisplayValue('Leaf'));
  await act(async () => answer.resolve({ ...azulzinho, uvLicencePlate: 'XYZ9W87' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Placa do Carro' })).toHaveValue('XYZ9W87'));
  expect(make).toHaveDisplayValue('Nissan');
  expect(model).toHaveDisplayValue('Leaf');
  await user.click(screen.getByRole('button', { name: 'Alterar' }));
  await waitFor(() => expect(sent).toMatchObject([{ uvVmId: '91', uvLicencePlate: 'XYZ9W87' }]));
});

test('deleting asks first; then the vehicle is gone, told, and the list comes back', async () => {
  const { user, address, asked, toasts } = show({ 'DELETE /UserVehicles/3': noContent });
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(asked).not.toContain('DELETE /UserVehicles/3');
  await user.click(screen.getByRole('button', { name: 'Excluir' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(address()).toBe(list));
  expect(toasts()).toEqual(['Veículo excluido com sucesso']);
});

test('two taps in one moment delete once; a vehicle that is gone already is deleted', async () => {
  const { user, address, asked, toasts } = show({ 'DELETE /UserVehicles/3': failure(404) });
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  const yes = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' });
  act(() => {
    yes.click();
    yes.click();
  });
  await waitFor(() => expect(address()).toBe(list));
  expect(asked.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
  expect(toasts()).toEqual(['Veículo excluido com sucesso']);
});

test('who leaves while it is deleted is told, and stays where they are by then', async () => {
  const answer = Promise.withResolvers<Response>();
  const { user, router, address, toasts } = show({ 'DELETE /UserVehicles/3': () => answer.promise });
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await act(() => router.navigate('/marca/coupons'));
  await screen.findByRole('heading', { name: 'Cupons' });
  answer.resolve(noContent());
  await waitFor(() => expect(toasts()).toEqual(['Veículo excluido com sucesso']));
  await act(async () => {});
  expect(address()).toBe('/marca/coupons');
});

test('a deletion that fails is told, and the vehicle stays', async () => {
  const { user, address, toasts } = show({ 'DELETE /UserVehicles/3': failure(500) });
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() =>
    expect(toasts()).toEqual(['Não foi possível excluir o veículo. Tente novamente mais tarde.']),
  );
  expect(address()).toBe('/marca/vehicle-detail/3');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a vehicle that cannot be had can be tried again; one that is gone says so', async () => {
  const { user } = show({
    'GET /UserVehicles/3': (_: URL, times: number) => (times === 0 ? failure(500)() : azulzinho),
  });
  await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('heading', { name: 'Azulzinho' })).toBeVisible();
});

test('what is tried again keeps its failure and the focus until the answer comes', async () => {
  const answers = [
    failure(500)(),
    Promise.withResolvers<Response>(),
    Promise.withResolvers<object>(),
  ] as const;
  const { user } = show({
    'GET /UserVehicles/3': (_: URL, times: number) => {
      const answer = answers[times];
      return answer instanceof Response ? answer : answer?.promise;
    },
  });
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' });
  await user.click(retry);
  expect(retry).toHaveFocus();
  expect(retry).toHaveAttribute('aria-busy', 'true');
  await act(async () => answers[1].resolve(failure(500)()));
  await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'));
  expect(retry).toHaveFocus();
  await user.click(retry);
  await act(async () => answers[2].resolve(azulzinho));
  expect(await screen.findByRole('heading', { name: 'Azulzinho' })).toBeVisible();
});

test('a vehicle that is gone is said to be, with a way back', async () => {
  const { user, address } = show({ 'GET /UserVehicles/3': failure(404) });
  expect(await screen.findByText('Este veículo não está mais cadastrado.')).toBeVisible();
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Voltar' }));
  expect(address()).toBe(list);
});
