import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { AppConfig } from '@shared/contract';
import type { RegistryEntry, Withdrawn } from '@shared/registry';
import { brandAtom, configAtom, device } from '@shared/state';
import { SETTINGS_KEY } from '@shared/state/settings';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { addFailedLoad } from '../remotes/health/failed-loads.ts';
import { fakeEntry, fakeVersion } from '../remotes/registry/fake-registry.testing.ts';
import { Panel } from './panel.tsx';
import { keepReport } from './recent-reports.ts';

const entry = {
  ...fakeEntry({ version: '2.0.0-bb' }, { version: '1.0.0-aa' }),
  candidate: { release: fakeVersion({ version: '3.0.0-cc' }), traffic: 5 },
};
const withdrawal = (version: string): Withdrawn => ({
  name: 'wallet',
  version,
  at: '2026-03-02T15:20:00Z',
  reason: '50.0 % of its screens failed',
});

beforeEach(() => history.replaceState(null, '', '/marca/extract'));
afterEach(() => {
  history.replaceState(null, '', '/');
  rs.unstubAllEnvs();
  rs.unstubAllGlobals();
  rs.restoreAllMocks();
  device.write(SETTINGS_KEY, undefined);
});

function open(
  running: string,
  withdrawn: Withdrawn[] = [],
  published: RegistryEntry = entry,
  config: object = { preview: true },
) {
  const store = createStore();
  store.set(brandAtom, { slug: 'marca' });
  store.set(configAtom, AppConfig.parse(config));
  render(
    <Provider store={store}>
      <Panel remotes={[published]} withdrawn={withdrawn} running={new Map([['wallet', running]])} />
    </Provider>,
  );
}
const fact = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
const option = (version: string) => screen.queryByRole('radio', { name: new RegExp(`^${version}`) });

test('explains the previous version by the withdrawal and its reason', () => {
  open('1.0.0-aa', [withdrawal('2.0.0-bb')]);
  expect(fact('Motivo')).toBe('Anterior, porque a publicada foi retirada: 50.0 % of its screens failed');
});

test('shows at whom a candidate is aimed', () => {
  const target = { brands: ['aurora', 'lume'], sites: ['18'], accounts: ['staff'], screens: 5 };
  open('3.0.0-cc', [], { ...entry, candidate: { ...entry.candidate, traffic: 100, target } });
  expect(fact('Motivo')).toBe('Candidata, marca aurora ou lume, local 18, contas staff, 5% das aberturas');
});

test('marks withdrawn versions among the options', () => {
  open('2.0.0-bb', [withdrawal('3.0.0-cc')]);
  expect(fact('Motivo')).toBe('Publicada');
  expect(option('3.0.0-cc')?.closest('label')?.textContent).toContain(
    'Candidata, para 5% dos navegadores, retirada: 50.0 % of its screens failed',
  );
});

test('with a signed registry, offers only versions that it names and that are not withdrawn', () => {
  rs.stubEnv('REMOTES_PUBLIC_KEY', 'key');
  open('1.0.0-aa', [withdrawal('3.0.0-cc')]);
  expect([option('2.0.0-bb'), option('1.0.0-aa')]).not.toContain(null);
  expect(option('3.0.0-cc')).toBeNull();
  expect(option('Outra')).toBeNull();
});

test("explains the previous version by the error of the published version's screen", () => {
  open('1.0.0-aa');
  expect(fact('Motivo')).toBe('Anterior, porque a publicada falhou');
  keepReport(new TypeError('x is null'), 'remote wallet 2.0.0-bb: screen extract');
  open('1.0.0-aa');
  expect(screen.getByText('Anterior, porque a publicada falhou: TypeError: x is null')).toBeInTheDocument();
});

const call = (name: string, optional = false) => ({ name, method: 'GET', path: `/${name}/{id}`, optional });

test.each([
  ['the server lacks some', { a: 401, b: 404, c: 405 }, 'O servidor não tem: b, c (opcional)'],
  ['the server has them', { a: 401, b: 401, c: 403 }, 'Nenhuma falta; verificadas: 3'],
  ['the server is down', { a: 502, b: 502, c: 502 }, 'O servidor não respondeu como esperado'],
  ['another host answers', { a: 404, b: 404, c: 404 }, 'O servidor não respondeu como esperado'],
])('checks the calls of the version without a session when %s', async (_, statuses, text) => {
  const requests: string[] = [];
  rs.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), location.href);
    if (pathname.endsWith('/manifest.json'))
      return Response.json({ calls: [call('a'), call('b'), call('c', true)] });
    requests.push(`${init?.method} ${pathname}`);
    const status = Object.entries(statuses).find(([name]) => pathname.includes(`/${name}/`))?.[1];
    return new Response('', { status: status ?? 200 });
  });
  open('2.0.0-bb');
  fireEvent.click(screen.getByRole('button', { name: 'Verificar chamadas' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(requests).toEqual(['GET /v1/api/a/0', 'GET /v1/api/b/0', 'GET /v1/api/c/0']);
});

test('says so if a version of an earlier build names no calls', async () => {
  rs.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ version: '2.0.0-bb' }));
  open('2.0.0-bb');
  fireEvent.click(screen.getByRole('button', { name: 'Verificar chamadas' }));
  expect(await screen.findByText('A versão não diz quais faz')).toBeVisible();
});

test('shows the loads that failed, and copies their reports without any text of the error', async () => {
  const writeText = rs.fn(async (_: string) => {});
  rs.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  addFailedLoad({
    remote: 'wallet',
    version: fakeVersion({ version: '2.0.0-bb' }),
    error: new TypeError('ana@faisca.example is null'),
    recovered: 'fallback',
  });
  addFailedLoad({ error: new Error('status 500'), phase: 'registry' });
  open('1.0.0-aa');
  expect(await screen.findByText('wallet 2.0.0-bb: módulo; exibida por outra versão')).toBeVisible();
  expect(screen.getByText('registro de versões; não exibida')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Copiar relatório' }));
  expect(await screen.findByText('Relatório copiado')).toBeVisible();
  const { loads } = JSON.parse(writeText.mock.calls[0]?.[0] ?? '');
  expect(loads).toMatchObject([
    { remote: 'wallet', version: '2.0.0-bb', phase: 'factory', recovered: 'fallback' },
    { phase: 'registry' },
  ]);
  expect(JSON.stringify(loads)).not.toContain('ana');
  rs.unstubAllGlobals();
});

const settings = [
  { name: 'wallet.flag', title: 'A flag', type: 'boolean', default: true },
  { name: 'wallet.look', title: 'A choice', type: 'string', enum: ['plain', 'rich'], default: 'plain' },
  { name: 'wallet.count', title: 'A number', type: 'integer', minimum: 1, maximum: 5, default: 2 },
];

/** Opens the panel on the page of the site 18, with settings in the version's manifest. */
function openSettings(config: object) {
  history.replaceState(null, '', '/marca/charger/18');
  rs.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ settings }));
  open('2.0.0-bb', [], entry, config);
}
const configured = {
  settings: { 'wallet.count': 9 },
  brands: { marca: { sites: { 18: { settings: { 'wallet.flag': false } } } } },
};

test('shows the settings in the context of the screen, and where each comes from', async () => {
  openSettings(configured);
  const shown = await screen.findByRole('region', { name: 'Configurações' });
  expect(shown).toHaveTextContent('wallet.flag: Não, do config.json, para o local');
  expect(shown).toHaveTextContent('wallet.look: plain, padrão');
  expect(shown).toHaveTextContent('wallet.count: 2, porque o valor do config.json não é válido');
  expect(shown).toHaveTextContent('o config.json precisa de "preview": true');
  expect(screen.queryByRole('button', { name: 'Usar neste navegador' })).toBeNull();
});

test('says so if the settings cannot be read, such as while the server is down', async () => {
  rs.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  open('2.0.0-bb');
  expect(await screen.findByText('Não foi possível ler as configurações.')).toBeVisible();
});

test('changes settings for this browser, keeps those of other screens, and ends the change', async () => {
  const reload = rs.spyOn(location, 'reload').mockImplementation(() => {});
  device.write(SETTINGS_KEY, JSON.stringify({ 'sites.other': true }));
  openSettings({ ...configured, preview: true });
  const flag = await screen.findByRole('combobox', { name: 'A flag' });
  expect(flag).toHaveDisplayValue('Como configurado');
  fireEvent.change(flag, { target: { value: 'true' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'A choice' }), { target: { value: 'rich' } });
  fireEvent.change(screen.getByRole('spinbutton', { name: 'A number' }), { target: { value: '4' } });
  fireEvent.click(screen.getByRole('button', { name: 'Usar neste navegador' }));
  expect(JSON.parse(device.read(SETTINGS_KEY) ?? '')).toEqual({
    'sites.other': true,
    'wallet.flag': true,
    'wallet.look': 'rich',
    'wallet.count': 4,
  });
  expect(reload).toHaveBeenCalledOnce();
  cleanup();

  openSettings({ ...configured, preview: true });
  expect(await screen.findByText('wallet.flag: Sim, deste navegador')).toBeVisible();
  fireEvent.change(screen.getByRole('combobox', { name: 'A flag' }), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Usar neste navegador' }));
  expect(JSON.parse(device.read(SETTINGS_KEY) ?? '')).not.toHaveProperty('wallet.flag');
  fireEvent.click(screen.getByRole('button', { name: 'Usar as configuradas' }));
  expect(device.read(SETTINGS_KEY)).toBeUndefined();
});

test("ends a change that this browser's settings no longer allow, when others are changed", async () => {
  rs.spyOn(location, 'reload').mockImplementation(() => {});
  const stored = { 'sites.other': true, 'wallet.flag': 'no', 'wallet.look': 'gone', 'wallet.count': '4' };
  device.write(SETTINGS_KEY, JSON.stringify(stored));
  openSettings({ preview: true });
  const look = await screen.findByRole('combobox', { name: 'A choice' });
  expect(look).toHaveDisplayValue('Como configurado');
  expect(look).toHaveAccessibleDescription('wallet.look: plain, porque o valor deste navegador não é válido');
  expect(screen.getByRole('spinbutton', { name: 'A number' })).toHaveDisplayValue('');
  fireEvent.change(screen.getByRole('combobox', { name: 'A flag' }), { target: { value: 'false' } });
  fireEvent.click(screen.getByRole('button', { name: 'Usar neste navegador' }));
  expect(JSON.parse(device.read(SETTINGS_KEY) ?? '')).toEqual({ 'sites.other': true, 'wallet.flag': false });
});

test('keeps the last ten reports', () => {
  for (let at = 0; at < 30; at++) keepReport(new Error(`number ${at};`), 'window');
  open('2.0.0-bb');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    Array.from({ length: 10 }, (_, at) => `window: Error: number ${at + 20};`),
  );
});
