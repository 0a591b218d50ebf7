import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { eq } from '../../platform/database/orm.ts';
import { vehicles } from '../../platform/database/schema.ts';
import { callApi, demoTokens, startTestBackend } from '../../testing/test-backend.ts';

let backend: Backend;
let people: Awaited<ReturnType<typeof demoTokens>>;
beforeAll(async () => {
  backend = await startTestBackend({ seed: true });
  people = await demoTokens(backend);
});
afterAll(() => backend.close());

type Person = { id: number; token: string };
const car = (owner: Person, uvLicencePlate: string, more = {}) => ({
  uvAnuId: String(owner.id),
  uvVmId: '0',
  uvName: 'Carro novo',
  uvLicencePlate,
  ...more,
});
const vehiclesOf = async ({ token }: Person) =>
  (await callApi(backend, calls.vehicles, { token })).response ?? [];
const add = (person: Person, plate: string, more = {}) =>
  callApi(backend, calls.addVehicle, { token: person.token, body: car(person, plate, more) });

test('adds, changes and deletes a vehicle', async () => {
  const { ana } = people;
  expect((await add(ana, 'abc1d23')).status).toBe(201);
  const added = (await vehiclesOf(ana)).find((one) => one.uvLicencePlate === 'ABC1D23');
  const uvId = added?.uvId ?? '';
  const path = { uvId };
  const { token } = ana;
  const body = { ...car(ana, 'XYZ-1234', { uvName: ' Branquinho ' }), uvId };
  expect((await callApi(backend, calls.changeVehicle, { token, path, body })).status).toBe(204);
  expect((await callApi(backend, calls.vehicle, { token, path })).response).toMatchObject({
    uvName: 'Branquinho',
    uvLicencePlate: 'XYZ-1234',
  });
  expect((await callApi(backend, calls.deleteVehicle, { token, path })).status).toBe(204);
  expect((await callApi(backend, calls.vehicle, { token, path })).status).toBe(404);
});

test('accepts a plate once per account, also in concurrent calls', async () => {
  const { ana, bruno } = people;
  const sent = await Promise.all(Array.from({ length: 5 }, () => add(ana, 'DEF1G23')));
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  // Another account may have the same plate, since cars change hands.
  expect((await add(bruno, 'DEF-1G23')).status).toBe(201);
});

test.each([
  ['an invalid plate', { uvLicencePlate: 'AB-12' }, 'INVALID_PLATE'],
  ['a plate with a character too many', { uvLicencePlate: 'ABC-12345' }, 'INVALID_PLATE'],
  ['no name', { uvName: '  ' }, 'INVALID_NAME'],
  ['an invisible name', { uvName: '\u200b\u2060 \u202e' }, 'INVALID_NAME'],
  ['an unknown model', { uvVmId: '99999' }, 'INVALID_MODEL'],
  ['a model that is not a number', { uvVmId: 'x' }, 'INVALID_MODEL'],
])('refuses %s', async (_, more, code) => {
  expect(await add(people.ana, 'GHI1J23', more)).toEqual({ status: 400, code });
});

test('stores a name without the characters that would disorder what is shown beside it', async () => {
  const uvName = '\u202eCarro\n\u2067da\u0007 Zoé\u200d\u{1f697}\u2066\u200f ';
  expect((await add(people.bruno, 'MNO1P23', { uvName })).status).toBe(201);
  const [stored] = await backend.context.db.select().from(vehicles).where(eq(vehicles.plate, 'MNO1P23'));
  expect(stored?.name).toBe('Carro da Zoé\u200d\u{1f697}');
});

test('hides the vehicles of another user and refuses to change them', async () => {
  const { ana, bruno } = people;
  const [his] = await vehiclesOf(bruno);
  const path = { uvId: his?.uvId ?? '' };
  const { token } = ana;
  const body = { ...car(ana, 'JKL1M23'), uvId: path.uvId };
  expect((await callApi(backend, calls.vehicle, { token, path })).status).toBe(404);
  expect((await callApi(backend, calls.changeVehicle, { token, path, body })).status).toBe(404);
  expect((await callApi(backend, calls.deleteVehicle, { token, path })).status).toBe(404);
  expect((await add(ana, 'JKL1M23', { uvAnuId: String(bruno.id) })).status).toBe(403);
  expect(await vehiclesOf(bruno)).toContainEqual(his);
});

test('refuses all calls of a guest', async () => {
  for (const call of [calls.vehicles, calls.manufacturers, calls.models])
    expect((await callApi(backend, call, { query: { manufacturerid: 0 } })).status).toBe(401);
  expect((await callApi(backend, calls.vehicle, { path: { uvId: '1' } })).status).toBe(401);
});

test('sorts makes and their models by name', async () => {
  const { token } = people.ana;
  const makes = (await callApi(backend, calls.manufacturers, { token })).response ?? [];
  const byd = makes.find((make) => make.manufacturerName === 'BYD');
  const query = { manufacturerid: byd?.manufacturerId ?? '' };
  const models = (await callApi(backend, calls.models, { token, query })).response ?? [];
  for (const names of [makes.map((one) => one.manufacturerName), models.map((one) => one.vmName)]) {
    expect(names.length).toBeGreaterThan(2);
    expect(names.slice().sort()).toEqual(names);
  }
  expect((await callApi(backend, calls.models, { token, query: { manufacturerid: 'x' } })).status).toBe(400);
});
