import { expect, test } from '@rstest/core';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import remote from './remote.ts';

const READ = 'GET /RemoteReleases';
const CHANGE = 'POST /RemoteReleases';
const [V1, V2, V3] = ['1.0.0-aa', '1.1.0-bb', '1.2.0-cc'];
const AT = '2026-03-02T15:00:00.000Z';
const counts = { opened: 0, failed: 0, vitals: [] };
const candidate = {
  ...counts,
  version: V3,
  role: 'candidate',
  share: 5,
  opened: 4200,
  failed: 42,
  vitals: [
    { name: 'LCP', good: 80, needsImprovement: 10, poor: 10 },
    { name: 'INP', good: 50, needsImprovement: 30, poor: 20 },
    { name: 'CLS', good: 10, needsImprovement: 10, poor: 80 },
  ],
  sizeBytes: 22_528,
  since: AT,
  by: 'Ana Souza',
};
const live = { ...counts, version: V2, role: 'live', share: 95, sizeBytes: 20_480 };
const previous = { ...counts, version: V1, role: 'previous', share: 0 };
const releases = (versions: object[], more: object = {}) => ({
  serial: 41,
  canUndo: false,
  remotes: [{ name: 'wallet', title: 'Wallet', team: 'Carteira', versions }],
  history: [],
  ...more,
});
const rollout = releases([candidate, live, previous]);

const open = (responses: MockResponses) =>
  renderScreen(remote, { at: '/marca/releases', loggedIn: true, responses });
const rowsOf = async (version = V3) => within(await screen.findByRole('rowgroup', { name: version }));
const dialog = async () => within(await screen.findByRole('dialog'));

test('says which calls the server lacks, and shows remotes with something to decide first', async () => {
  const missingCalls = [
    { name: 'tariffs', optional: true },
    { name: 'coupons', optional: false },
  ];
  const quiet = { name: 'account', versions: [live] };
  const lacking = { name: 'wallet', versions: [{ ...live, missingCalls }] };
  open({ [READ]: { ...rollout, remotes: [quiet, lacking] } });
  expect(
    await screen.findByText('Telas vão falhar: este servidor não tem coupons, tariffs (opcional)'),
  ).toBeVisible();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['wallet', 'account', 'Histórico']);
});

test('shows share, failures, ratings, size and its change, and who published the version when', async () => {
  open({ [READ]: rollout });
  const row = await rowsOf();
  for (const words of [
    'Candidata',
    '5%',
    '4.200',
    '42 (1%)',
    'LCP bom',
    'INP regular',
    'CLS ruim',
    '22,0 KB',
    '+2,0 KB',
    'Ana Souza',
  ])
    expect(row.getByText(words)).toBeInTheDocument();
  expect((await rowsOf(V1)).getByText('Sem dados')).toBeInTheDocument();
});

test('shows in which phase loads failed, and how many were shown after all', async () => {
  const failedLoads = [
    { phase: 'script', retry: 1200, fallback: 1, unrecovered: 2 },
    { phase: 'init', retry: 0, fallback: 0, unrecovered: 1 },
    { phase: 'not known yet', retry: 1, fallback: 0, unrecovered: 0 },
  ];
  open({ [READ]: releases([{ ...candidate, failedLoads }, live]) });
  const list = (await rowsOf()).getByRole('list', { name: 'Cargas com falha' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'download: 1.203, sendo 1.200 exibidas por outra tentativa, 1 exibida por outra versão, 2 não exibidas',
    'início: 1 não exibida',
    'not known yet: 1 exibida por outra tentativa',
  ]);
  expect((await rowsOf(V2)).queryByRole('list')).toBeNull();
});

test('promotes the candidate after saying whom it concerns, and undoes that', async () => {
  const promoted = releases(
    [
      { ...live, version: V3, share: 100 },
      { ...previous, version: V2 },
    ],
    { serial: 42 },
  );
  const { user, bodiesOf } = open({
    [READ]: rollout,
    [CHANGE]: (_: URL, times: number) => (times === 0 ? promoted : { ...rollout, serial: 43 }),
  });
  await user.click((await rowsOf()).getByRole('button', { name: /^Promover/ }));
  expect(
    (await dialog()).getByText(/passa de 5% dos navegadores para todos os navegadores/),
  ).toBeInTheDocument();
  await user.click((await dialog()).getByRole('button', { name: 'Promover' }));
  expect(await screen.findByRole('status')).toHaveTextContent(`A ${V3} vale para todos os navegadores.`);
  expect((await rowsOf()).getByText('Ativa')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(await screen.findByText('A última mudança foi desfeita.')).toBeInTheDocument();
  expect(bodiesOf(CHANGE)).toEqual([
    { remote: 'wallet', version: V3, serial: 41, action: 'promote' },
    { action: 'undo', serial: 42 },
  ]);
  expect((await rowsOf()).getByText('Candidata')).toBeInTheDocument();
});

test('a change names the serial that its dialog was opened with', async () => {
  const { user, queryClient, bodiesOf } = open({
    [READ]: (_: URL, times: number) => ({ ...rollout, serial: 41 + times }),
    [CHANGE]: failure(409, 'STALE'),
  });
  await user.click((await rowsOf()).getByRole('button', { name: /^Promover/ }));
  await queryClient.refetchQueries();
  await user.click((await dialog()).getByRole('button', { name: 'Promover' }));
  await screen.findByRole('alert');
  expect(bodiesOf(CHANGE)).toMatchObject([{ serial: 41 }]);
});

test('a read that began before a change does not replace its result', async () => {
  const read = Promise.withResolvers<object>();
  const promoted = releases([{ ...live, version: V3, share: 100 }], { serial: 42 });
  const { user, queryClient } = open({
    [READ]: (_: URL, times: number) => (times === 0 ? rollout : read.promise),
    [CHANGE]: promoted,
  });
  const row = await rowsOf();
  void queryClient.refetchQueries();
  await user.click(row.getByRole('button', { name: /^Promover/ }));
  await user.click((await dialog()).getByRole('button', { name: 'Promover' }));
  expect(await screen.findByRole('status')).toHaveTextContent(`A ${V3} vale para todos os navegadores.`);
  read.resolve(rollout);
  await new Promise(setImmediate);
  expect((await rowsOf()).getByText('Ativa')).toBeInTheDocument();
});

test('changes the share only to a whole percentage', async () => {
  const { user, bodiesOf } = open({ [READ]: rollout, [CHANGE]: rollout });
  await user.click((await rowsOf()).getByRole('button', { name: /^Mudar parcela/ }));
  const field = (await dialog()).getByLabelText('Parcela dos navegadores, em %');
  await user.clear(field);
  await user.type(field, '100');
  await user.click((await dialog()).getByRole('button', { name: 'Mudar parcela' }));
  expect((await dialog()).getByText('Digite um número inteiro de 1 a 99')).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, '25');
  await user.click((await dialog()).getByRole('button', { name: 'Mudar para 25%' }));
  await waitFor(() => expect(bodiesOf(CHANGE)).toMatchObject([{ action: 'share', traffic: 25 }]));
});

test('says where an aimed candidate runs, also in the question', async () => {
  const target = { brands: ['aurora', 'lume'], sites: ['18'], accounts: ['staff'], screens: 5 };
  const { user } = open({ [READ]: releases([{ ...candidate, share: 100, target }, live]) });
  const words = 'marca aurora ou lume, local 18, contas staff, 5% das aberturas';
  expect((await rowsOf()).getByText(words)).toBeInTheDocument();
  await user.click((await rowsOf()).getByRole('button', { name: /^Encerrar/ }));
  expect(
    (await dialog()).getByText(new RegExp(`para todos os navegadores \\(${words}\\)`)),
  ).toBeInTheDocument();
});

test('withdraws a version with a reason, and its undo reinstates it', async () => {
  const { user, bodiesOf } = open({ [READ]: rollout, [CHANGE]: rollout });
  await user.click((await rowsOf()).getByRole('button', { name: /^Retirar/ }));
  await user.click((await dialog()).getByRole('button', { name: 'Retirar' }));
  expect((await dialog()).getByText('Diga por quê')).toBeInTheDocument();
  await user.type((await dialog()).getByLabelText('Motivo'), ' valores errados ');
  await user.click((await dialog()).getByRole('button', { name: 'Retirar' }));
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  await waitFor(() =>
    expect(bodiesOf(CHANGE)).toMatchObject([
      { action: 'withdraw', version: V3, reason: 'valores errados' },
      { action: 'reinstate', version: V3 },
    ]),
  );
});

test('says that the server compared an aimed version only within its target', async () => {
  const figures = { opened: 40, failed: 12 };
  const withdrawn = { reason: 'x', at: AT, figures, canReinstate: true };
  const aimed = { ...candidate, share: 0, target: { brands: ['aurora'] } };
  const { unmount } = open({ [READ]: releases([{ ...aimed, withdrawn }, live]) });
  expect((await rowsOf()).getByText('Dentro do alvo, 30% de 40 telas falharam')).toBeInTheDocument();
  unmount();
  open({ [READ]: releases([{ ...aimed, withdrawn: { ...withdrawn, by: 'Ana Souza' } }, live]) });
  expect((await rowsOf()).getByText('30% de 40 telas falharam')).toBeInTheDocument();
});

test('shows why and with which figures a version was withdrawn, and reinstates it', async () => {
  const figures = { opened: 40, failed: 12, predecessor: { version: V2, opened: 1000, failed: 1 } };
  const withdrawn = { reason: '30.0 % of its screens failed', at: AT, figures, canReinstate: true };
  const { user, bodiesOf } = open({
    [READ]: releases([{ ...candidate, share: 0, withdrawn }, live]),
    [CHANGE]: rollout,
  });
  const row = await rowsOf();
  expect(row.getByText(/^Retirada automaticamente em/)).toBeInTheDocument();
  expect(row.getByText(/30% de 40 telas falharam; na 1.1.0-bb, 0,1% de 1.000/)).toBeInTheDocument();
  expect(row.getAllByRole('button')).toHaveLength(1);
  await user.click(row.getByRole('button', { name: /^Restabelecer/ }));
  expect((await dialog()).getByText(/As contagens que a retiraram são apagadas/)).toBeInTheDocument();
  await user.click((await dialog()).getByRole('button', { name: 'Restabelecer' }));
  await waitFor(() => expect(bodiesOf(CHANGE)).toMatchObject([{ action: 'reinstate', version: V3 }]));
});

test('offers no withdrawal of the only version, and a rollback only without a candidate', async () => {
  const { unmount } = open({ [READ]: releases([live]) });
  expect((await rowsOf(V2)).queryByRole('button')).toBeNull();
  unmount();
  open({ [READ]: releases([live, previous]) });
  const names = (await rowsOf(V2)).getAllByRole('button').map((button) => button.textContent);
  expect(names).toEqual(['Voltar à anterior', 'Retirar']);
});

test.each([
  ['signed', 'Este registro é assinado'],
  ['readOnly', 'Este servidor não pode gravar o registro'],
])(
  'shows the command in place of a change that a server with a %s registry can not make',
  async (locked, title) => {
    const { user, requests } = open({ [READ]: releases([candidate, live, previous], { locked }) });
    expect(await screen.findByText(title)).toBeInTheDocument();
    for (const [name, command] of [
      [/^Promover/, 'pnpm remote promote wallet'],
      [/^Mudar parcela/, `pnpm remote promote wallet ${V3} --traffic 5`],
      [/^Encerrar/, 'pnpm remote rollback wallet'],
    ] as const) {
      await user.click((await rowsOf()).getByRole('button', { name }));
      expect((await dialog()).getByText(command)).toBeInTheDocument();
      await user.click((await dialog()).getByRole('button', { name: 'Fechar' }));
    }
    await user.click((await rowsOf()).getByRole('button', { name: /^Retirar/ }));
    expect((await dialog()).getByLabelText('Motivo')).toBeInTheDocument();
    expect(requests).not.toContain(CHANGE);
  },
);

test('the command that changes the share of an aimed candidate keeps it aimed', async () => {
  const target = { brands: ['aurora', 'lume'], sites: ['18'], accounts: ['staff'], screens: 5 };
  const aimed = { ...candidate, share: 50, target };
  const { user } = open({ [READ]: releases([aimed, live, previous], { locked: 'signed' }) });
  await user.click((await rowsOf()).getByRole('button', { name: /^Mudar parcela/ }));
  const options = '--brand aurora --brand lume --site 18 --accounts staff --screen-share 5';
  expect(
    (await dialog()).getByText(`pnpm remote promote wallet ${V3} --traffic 50 ${options}`),
  ).toBeInTheDocument();
});

test.each([
  ['STALE', /Outra pessoa mudou as versões enquanto isso/],
  ['LOCKED', /não pode gravar o registro/],
  ['REFUSED', /não é mais possível/],
])('shows the new state after a change was refused with %s', async (code, words) => {
  const { user } = open({
    [READ]: (_: URL, times: number) => (times === 0 ? rollout : releases([live])),
    [CHANGE]: failure(409, { code }),
  });
  await user.click((await rowsOf()).getByRole('button', { name: /^Promover/ }));
  await user.click((await dialog()).getByRole('button', { name: 'Promover' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(screen.queryByRole('rowgroup', { name: V3 })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('says that the outcome is unknown if the response is lost, and moves the focus to that message', async () => {
  const { user } = open({ [READ]: rollout, [CHANGE]: failure(503) });
  await user.click((await rowsOf()).getByRole('button', { name: /^Promover/ }));
  await user.click((await dialog()).getByRole('button', { name: 'Promover' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Não sabemos se a mudança foi feita.');
  await waitFor(() => expect(document.activeElement).toContainElement(alert));
  expect(screen.getByRole('button', { name: /^Promover/ })).toBeVisible();
});

test('lists who changed what, and undoes only the newest change of the registry', async () => {
  const names = { live: V2, previous: V1 };
  const history = [
    { at: AT, action: 'withdraw', remote: 'wallet', version: V3, reason: 'x' },
    {
      at: '2026-03-02T14:00:00.000Z',
      who: 'Ana Souza',
      action: 'publish',
      remote: 'wallet',
      serial: 41,
      before: names,
      after: { ...names, candidate: V3, traffic: 5 },
    },
    { at: '2026-03-02T13:00:00.000Z', who: 'Bruno', action: 'build', serial: 40 },
  ];
  const { user, bodiesOf } = open({
    [READ]: releases([candidate, live], { history, canUndo: true }),
    [CHANGE]: rollout,
  });
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Retirou wallet: 1.2.0-cc, motivo: x.*Automaticamente$/),
    expect.stringMatching(/^Publicou wallet: candidata 1.2.0-cc para 5% dos navegadores.*Ana SouzaDesfazer$/),
    expect.stringMatching(/^Publicou o aplicativo com todas as partes.*Bruno$/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Desfazer' }));
  await user.click((await dialog()).getByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(bodiesOf(CHANGE)).toEqual([{ action: 'undo', serial: 41 }]));
});

test.each([
  [403, 'Sua conta não muda versões'],
  [404, 'Este servidor não publica versões'],
  [405, 'Este servidor não publica versões'],
])('says what a status %d means', async (status, title) => {
  open({ [READ]: failure(status) });
  expect(await screen.findByText(title)).toBeInTheDocument();
});

test('offers a retry after another failure, and shows that nothing was published', async () => {
  const { user } = open({
    [READ]: (_: URL, times: number) => (times === 0 ? failure(500)() : releases([], { remotes: [] })),
  });
  await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Nenhuma parte foi publicada ainda')).toBeInTheDocument();
  expect(screen.getByText('O histórico não está disponível neste servidor.')).toBeInTheDocument();
});
