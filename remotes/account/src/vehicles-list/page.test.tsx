import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { failure, renderScreen } from '@shared/testing';
import { screen } from '@testing-library/react';
import remote from '../remote.ts';

const list = (response: unknown) =>
  renderScreen(remote, {
    at: '/marca/vehicles-list',
    loggedIn: true,
    responses: { 'GET /UserVehicles': response },
  });
const rows = async () => (await screen.findAllByRole('listitem')).map((row) => row.textContent);

beforeEach(() => {
  rs.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  rs.restoreAllMocks();
});

test('shows nickname, model and plate of each vehicle', async () => {
  list([
    {
      uvId: 1,
      uvName: 'Dolphin da Ana',
      uvLicencePlate: 'abc1d23',
      uvVm: { vmName: 'Dolphin', vmManufacturer: { manufacturerId: 4, manufacturerName: 'BYD' } },
    },
  ]);
  expect(await screen.findByRole('heading', { name: 'Veículos cadastrados' })).toBeVisible();
  expect(await rows()).toEqual(['Dolphin da AnaBYD DolphinABC1D23']);
});

test('shows "Não listado" once for an unlisted make and model, and adds the dash to the plate', async () => {
  list([
    {
      uvId: 2,
      uvName: 'Carro da firma',
      uvLicencePlate: 'ABC1234',
      uvVm: { vmName: '_unknown', vmManufacturer: { manufacturerId: 0, manufacturerName: '_unknown' } },
    },
  ]);
  expect(await rows()).toEqual(['Carro da firmaNão listadoABC-1234']);
});

test('names a vehicle of which only the id is known', async () => {
  list([{ uvId: 1, uvName: null, uvLicencePlate: null }]);
  expect(await screen.findByRole('link', { name: 'Veículo' })).toBeVisible();
});

test('shows an empty state without vehicles', async () => {
  list([]);
  expect(await screen.findByText('Não há veículos cadastrados')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
});

test('logs the error when the list fails to load, shows an empty list and lets the user retry', async () => {
  const { user } = list((_: URL, times: number) =>
    times === 0 ? failure(500)() : [{ uvId: 1, uvName: 'Kwid' }],
  );
  expect(await screen.findByText('Não há veículos cadastrados')).toBeVisible();
  expect(console.error).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await rows()).toEqual(['Kwid']);
});
