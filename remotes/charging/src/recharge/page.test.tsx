import { beforeEach, expect, rs, test } from '@rstest/core';
import { queries } from '@shared/client';
import { Brand } from '@shared/contract';
import { RECHARGES_HEIGHT } from '@shared/contract/view-names';
import { brandAtom, device, liveConnectionAtom, slotHostAtom, toastsAtom } from '@shared/state';
import { failure } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ACTIVE,
  CHARGE,
  chargeAtOtherCable,
  connector,
  emitConnectorUpdate,
  emitStartFailed,
  emitTransactionStarted,
  emitTransactionStopped,
  openScreen,
  STATUS,
  STOP,
  transaction,
} from '../charging.testing.ts';

beforeEach(() => localStorage.clear());

const PATH = 'recharge/cp/1';
const charging = {
  ...connector,
  status: 'Charging',
  chargeRateKW: 7.4,
  soC: 64.4,
  meterKWH: 4,
  transaction: { ...transaction, uv: { uvName: 'Azulzinho' } },
};
const stopped = { ...transaction, stopTime: new Date().toISOString(), meterTotal: 5 };

test('shows battery, time, power, energy, cost and what the balance still buys during a charge', async () => {
  openScreen(PATH, { [STATUS]: [charging] });
  expect(await screen.findByText('Carregando')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Bateria' })).toHaveAttribute('aria-valuenow', '64.4');
  const main = screen.getByRole('main');
  expect(main).toHaveTextContent('64%');
  expect(main).toHaveTextContent('Azulzinho');
  expect(main).toHaveTextContent('Tempo00:10:00');
  expect(main).toHaveTextContent('7,4 kW');
  expect(main).toHaveTextContent('4,0 kWh');
  expect(main).toHaveTextContent('R$ 9,00');
  await waitFor(() => expect(main).toHaveTextContent('20,5 kWh · cerca de 2 h 46 min'));
  expect(await screen.findByText('Oficina')).toBeVisible();
});

test('passes the charge and its site to the slot for the link of the car', async () => {
  const { store } = openScreen(PATH, { [STATUS]: [charging] });
  const record = Brand.parse({ appId: '1', autocharge: true });
  const Filled = ({ props }: { props: object }) => <p>{JSON.stringify(props)}</p>;
  act(() => {
    store.set(brandAtom, (brand) => ({ ...brand, record }));
    store.set(slotHostAtom, { component: (name) => (name === 'recharge.tags' ? Filled : undefined) });
  });
  expect(await screen.findByText('{"transactionId":"77","siteId":"3"}')).toBeVisible();
});

test('shows how long the battery needs at least, only while the power is known', async () => {
  const view = openScreen(PATH, {
    [STATUS]: [{ ...charging, transaction: { ...charging.transaction, secondsToFull: 5_400 } }],
  });
  const main = await screen.findByRole('main');
  await waitFor(() => expect(main).toHaveTextContent('Bateria cheia empelo menos 1 h 30 min'));
  emitConnectorUpdate(view, charging);
  await waitFor(() => expect(main).not.toHaveTextContent('Bateria cheia'));
});

test('updates the figures with a live report', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging] });
  await screen.findByText('Carregando');
  const report = { ...charging, soC: 70, transaction: { ...charging.transaction, meterTotal: 6 } };
  emitConnectorUpdate(view, report);
  await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent('70%'));
  await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent('6,0 kWh'));
});

test.each([
  [undefined, 'O carregador está com problema. Este tempo parado não é cobrado.'],
  ['offline', 'O carregador está com problema. Este tempo parado não é cobrado.'],
  ['stop', 'A finalização já foi solicitada. Este tempo parado não é cobrado.'],
  ['unplugged', 'O plug está desconectado. Este tempo não é cobrado.'],
])('notes that time is not billed because of %s', async (excludedBy, note) => {
  const excludedSince = new Date(Date.now() - 60_000).toISOString();
  const view = openScreen(PATH, {
    [STATUS]: [{ ...charging, transaction: { ...charging.transaction, excludedSince, excludedBy } }],
  });
  expect(await screen.findByText(note)).toBeVisible();
  emitConnectorUpdate(view, charging);
  await waitFor(() => expect(screen.queryByText(note)).not.toBeInTheDocument());
});

test('shows the part of the power that the car gets while others need some, and that it waits for its turn', async () => {
  const withPower = (sharedPower?: object) => ({
    ...charging,
    transaction: { ...charging.transaction, ...(sharedPower && { sharedPower }) },
  });
  const part = { limitKW: 11, maxKW: 22, waits: false };
  const view = openScreen(PATH, { [STATUS]: [withPower(part)] });
  const main = await screen.findByRole('main');
  await waitFor(() => expect(main).toHaveTextContent('Potência dividida entre os carros: 11,0 de 22,0 kW'));
  await waitFor(() => expect(main).toHaveTextContent('cerca de 2 h 46 min nesta potência'));
  const waiting = withPower({ ...part, limitKW: 0, waits: true });
  const excludedSince = new Date().toISOString();
  emitConnectorUpdate(view, {
    ...waiting,
    status: 'SuspendedEVSE',
    transaction: { ...waiting.transaction, excludedSince },
  });
  expect(await screen.findByText(/O seu carrega assim que chegar a vez dele/)).toBeVisible();
  expect(main).not.toHaveTextContent('dividida');
  expect(main).not.toHaveTextContent('problema');
  emitConnectorUpdate(view, charging);
  await waitFor(() => expect(screen.queryByText(/chegar a vez/)).not.toBeInTheDocument());
  expect(main).not.toHaveTextContent('nesta potência');
});

test('does not say what the balance still buys while another charge spends it too', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging], [ACTIVE]: [transaction] });
  expect(await screen.findByText('Seu saldo ainda compra')).toBeVisible();
  view.respond(ACTIVE, [transaction, chargeAtOtherCable(60)]);
  await act(() => view.queryClient.refetchQueries({ queryKey: queries.activeRecharges().queryKey }));
  await waitFor(() => expect(screen.queryByText('Seu saldo ainda compra')).not.toBeInTheDocument());
});

test('offers to add credit only when the balance may not cover the next 15 minutes', async () => {
  // R$ 9,00 so far, and R$ 3,70 in 15 minutes at 7,4 kW.
  const view = openScreen(PATH, { [STATUS]: [charging], 'GET /wallet/Balance': { uwalBalance: 13 } });
  await screen.findByText('Seu saldo ainda compra');
  expect(screen.queryByRole('link', { name: 'Adicionar créditos' })).not.toBeInTheDocument();
  const report = { ...charging, transaction: { ...charging.transaction, meterTotal: 4.5 } };
  emitConnectorUpdate(view, report);
  const offer = await screen.findByRole('link', { name: 'Adicionar créditos' });
  expect(offer).toHaveAttribute('href', '/brand/addCredit/pix');
  expect(screen.getByText(/^Seus créditos podem acabar em menos de 15 min/)).toBeVisible();
});

test('counts what another charge of the user spends when it warns that the credit may end', async () => {
  // R$ 9,00 so far and R$ 12,70 in 15 minutes here, R$ 11,00 and R$ 16,00 there.
  const another = {
    ...charging,
    connectorId: 2,
    chargeRateKW: 10,
    transaction: { ...transaction, transactionId: 78, connectorId: 2, meterTotal: 5 },
  };
  const view = openScreen(PATH, {
    [STATUS]: [charging],
    'GET /OnlineConnectorStatus/cp/2': [another],
    [ACTIVE]: [transaction, chargeAtOtherCable(600)],
    'GET /wallet/Balance': { uwalBalance: 28 },
  });
  expect(await screen.findByText(/^Seus créditos podem acabar em menos de 15 min/)).toBeVisible();
  emitConnectorUpdate(view, { ...another, transaction: { ...another.transaction, meterTotal: 9 } });
  expect(await screen.findByText(/^Seus créditos acabaram/)).toBeVisible();
});

test('says that the credit is spent when the cost has reached it', async () => {
  openScreen(PATH, { [STATUS]: [charging], 'GET /wallet/Balance': { uwalBalance: 5 } });
  expect(await screen.findByText(/^Seus créditos acabaram/)).toBeVisible();
  expect(screen.queryByText(/podem acabar/)).not.toBeInTheDocument();
});

test('shows the stop reason when the charge ends', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging] });
  await screen.findByText('Carregando');
  emitTransactionStopped(view, { ...stopped, stopReason: 'credit' });
  await waitFor(() => {
    expect(screen.getByText('Recarga finalizada')).toBeVisible();
    expect(screen.getByText('Créditos esgotados')).toBeVisible();
  });
});

test('notes a missing battery level, and missing consumption', async () => {
  const view = openScreen(PATH, { [STATUS]: [{ ...charging, soC: null }] });
  expect(await screen.findByText('O veículo não informa o nível da bateria.')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Energia' })).toBeVisible();
  const withoutValues = { ...charging, soC: null, meterKWH: null, chargeRateKW: null };
  emitConnectorUpdate(view, {
    ...withoutValues,
    transaction: {
      ...transaction,
      transactionId: 78,
      startTime: charging.transaction.startTime,
      meterTotal: null,
    },
  });
  expect(await screen.findByText(/não informa o consumo/)).toBeVisible();
  expect(screen.getByText('Sem a energia, que entra no recibo')).toBeVisible();
});

test('shows "Aguardando…" for figures until the first report is due', async () => {
  const withoutValues = { ...charging, soC: null, meterKWH: null, chargeRateKW: null };
  const startTime = new Date(Date.now() - 5000).toISOString();
  openScreen(PATH, {
    [STATUS]: [{ ...withoutValues, transaction: { ...transaction, startTime, meterTotal: null } }],
  });
  expect(await screen.findAllByText('Aguardando…')).toHaveLength(3);
  expect(await screen.findByText('Oficina')).toBeVisible();
  expect(screen.queryByText('Seu saldo ainda compra')).not.toBeInTheDocument();
  expect(screen.queryByText('Não informado')).not.toBeInTheDocument();
  expect(screen.queryByText('Sem a energia, que entra no recibo')).not.toBeInTheDocument();
});

/** A charge on a charger without meter values, started `seconds` ago. */
const chargeWithoutMeter = (seconds: number, startPriceProfilePeriod: object) => ({
  ...charging,
  soC: null,
  meterKWH: null,
  chargeRateKW: null,
  transaction: {
    ...transaction,
    startTime: new Date(Date.now() - seconds * 1000).toISOString(),
    startPriceProfilePeriod,
    meterTotal: null,
  },
});
const energyAndTime = { PriceKwh: 2, PriceTimePlugged: 0.1 };

test('explains cost and credit limit when a charger sends no energy value for two minutes', async () => {
  openScreen(PATH, { [STATUS]: [chargeWithoutMeter(125, energyAndTime)] });
  const note = await screen.findByText(/^Este carregador não informa o consumo durante a recarga\./);
  expect(note).toHaveTextContent(
    'O custo e o limite de créditos só incluem a energia no final, pelo medidor do carregador.',
  );
  await screen.findByText('Oficina');
  expect(screen.queryByText('Seu saldo ainda compra')).not.toBeInTheDocument();
});

test('waits two minutes for the first energy value before noting that there is none', async () => {
  openScreen(PATH, { [STATUS]: [chargeWithoutMeter(110, energyAndTime)] });
  expect(await screen.findAllByText('Aguardando…')).toHaveLength(3);
  expect(screen.queryByText(/não informa o consumo/)).not.toBeInTheDocument();
});

test.each([
  ['R$ 0,19', { PriceTimePlugged: 0.1 }],
  ['Grátis', { priceProfilePeriodFreeCharge: true, PriceKwh: 2 }],
])('shows a cost without energy from the start: %s', async (cost, price) => {
  openScreen(PATH, { [STATUS]: [chargeWithoutMeter(115, price)] });
  expect(await screen.findAllByText('Aguardando…')).toHaveLength(2);
  expect(screen.getByText('Custo até agora').nextElementSibling).toHaveTextContent(cost);
});

test.each([
  ['is billed by time only', { PriceTimePlugged: 0.1 }],
  ['is free', { priceProfilePeriodFreeCharge: true, PriceKwh: 2 }],
])('does not explain cost and credit limit for a charge without energy values that %s', async (_, price) => {
  openScreen(PATH, { [STATUS]: [chargeWithoutMeter(600, price)] });
  expect(await screen.findByText(/não informa o consumo/)).toBeVisible();
  expect(screen.queryByText(/limite de créditos/)).not.toBeInTheDocument();
  expect(screen.queryByText(/medidor/)).not.toBeInTheDocument();
});

test('removes the note when the first energy value arrives late', async () => {
  const view = openScreen(PATH, { [STATUS]: [chargeWithoutMeter(600, energyAndTime)] });
  await screen.findByText(/limite de créditos/);
  emitConnectorUpdate(view, { ...charging, soC: null });
  await waitFor(() => expect(screen.queryByText(/não informa o consumo/)).not.toBeInTheDocument());
  expect(await screen.findByText('Seu saldo ainda compra')).toBeVisible();
});

test('shows the note on missing values below the figures, so that no figure moves', async () => {
  openScreen(PATH, { [STATUS]: [chargeWithoutMeter(600, energyAndTime)] });
  const note = await screen.findByText(/não informa o consumo/);
  const figures = screen.getByText('Custo até agora').closest('dl');
  expect(figures?.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('keeps no space on the home while the plug is awaited', async () => {
  openScreen(PATH, {}, { plugWait: 30 });
  expect(await screen.findByText('Conecte o plug no seu veículo.')).toBeVisible();
  expect(device.read(RECHARGES_HEIGHT)).toBeUndefined();
});

test('keeps space on the home for the card of a running charge, until the charge ends', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging] });
  await screen.findByText('Carregando');
  expect(device.read(RECHARGES_HEIGHT)).toBeDefined();
  emitTransactionStopped(view, stopped);
  await screen.findByText('Recarga finalizada');
  expect(device.read(RECHARGES_HEIGHT)).toBeUndefined();
});

/** In one step, because the receipt replaces the screen soon after. */
const waitForEnd = () => waitFor(() => expect(screen.getByText('Recarga finalizada')).toBeVisible());

test('confirms a stop, sends it once and opens the receipt after the end', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging] });
  await userEvent.click(await screen.findByRole('button', { name: 'Finalizar recarga' }));
  const dialog = screen.getByRole('dialog', { name: 'Deseja finalizar a recarga?' });
  const confirm = within(dialog).getByRole('button', { name: 'Confirmar' });
  confirm.click();
  confirm.click();
  expect(await screen.findByText('Encerrando a recarga…')).toBeVisible();
  expect(view.bodiesOf(STOP)).toMatchObject([{ ChargePointID: 'cp-1', TransactionID: '77' }]);
  emitTransactionStopped(view, stopped);
  await waitForEnd();
  expect(screen.queryByRole('button', { name: 'Finalizar recarga' })).not.toBeInTheDocument();
  await waitFor(() => expect(view.currentPath()).toBe('/brand/extract/recharge/77'));
  expect(view.endedCharges()?.['77']?.meterTotal).toBe(5);
});

test('closes the stop confirmation when the charge ends', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging] });
  await userEvent.click(await screen.findByRole('button', { name: 'Finalizar recarga' }));
  emitTransactionStopped(view, stopped);
  await waitForEnd();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test.each([
  ['refused', { status: 'Rejected', info: '' }],
  ['unanswered', failure(504)],
  ['timed out', { status: 'TimedOut', info: '' }],
])(
  'shows an error for a stop that is %s, and says that the charge goes on only if refused',
  async (name, response) => {
    openScreen(PATH, { [STATUS]: [charging], [STOP]: response });
    await userEvent.click(await screen.findByRole('button', { name: 'Finalizar recarga' }));
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Solicitação de finalização rejeitada.' });
    expect(screen.getByText('Carregando')).toBeVisible();
    const [goesOn, unknown] = [/continua e é cobrada/, /Ainda não sabemos se a recarga terminou/];
    expect(dialog).toHaveTextContent(name === 'refused' ? goesOn : unknown);
    expect(dialog).not.toHaveTextContent(name === 'refused' ? unknown : goesOn);
  },
);

test('finds out that a charge ended although the response to the stop was lost', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging], [STOP]: failure(504) });
  await userEvent.click(await screen.findByRole('button', { name: 'Finalizar recarga' }));
  view.respond(STATUS, [connector]);
  view.respond(CHARGE, { transactionId: 77, stopTime: stopped.stopTime });
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  await waitFor(() => expect(view.currentPath()).toBe('/brand/extract/recharge/77'));
});

test('finds it out also after the message is dismissed', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging], [STOP]: failure(504) });
  await userEvent.click(await screen.findByRole('button', { name: 'Finalizar recarga' }));
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Solicitação de finalização rejeitada.' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Voltar' }));
  view.respond(STATUS, [connector]);
  view.respond(CHARGE, { transactionId: 77, stopTime: stopped.stopTime });
  await waitFor(() => expect(view.currentPath()).toBe('/brand/extract/recharge/77'));
});

test('does not claim that the charger still waits after a cancellation without a response', async () => {
  openScreen(PATH, { [STOP]: failure(504) }, { plugWait: 40 });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar recarga' }));
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Solicitação de finalização rejeitada.' });
  expect(dialog).toHaveTextContent('Se a recarga começar, ela aparece no início.');
  expect(dialog).not.toHaveTextContent('ainda espera');
});

test('opens the receipt of a charge that ended while the app was closed', async () => {
  localStorage.setItem('charge:cp/1', '77');
  const view = openScreen(PATH, { [CHARGE]: { transactionId: 77, stopTime: stopped.stopTime } });
  await waitFor(() => expect(view.currentPath()).toBe('/brand/extract/recharge/77'));
});

test('detects a missed stop when the connector is free again', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging] });
  await screen.findByText('Carregando');
  view.respond(CHARGE, { transactionId: 77, stopTime: stopped.stopTime });
  emitConnectorUpdate(view, { ...connector, status: 'Available' });
  await waitFor(() => expect(view.currentPath()).toBe('/brand/extract/recharge/77'));
});

test('removes a charge that another account stored on this device', async () => {
  localStorage.setItem('charge:cp/1', '70');
  openScreen(PATH, { 'GET /UserTransactions/70': failure(404) });
  expect(await screen.findByText('Nenhuma recarga sua neste carregador')).toBeVisible();
  await waitFor(() => expect(localStorage.getItem('charge:cp/1')).toBeNull());
});

test.each([
  [undefined, 'Reserved'],
  [true, 'Reservado'],
])(
  'shows a reserved connector, in Portuguese only if the brand has lines: %s',
  async (waitingLine, label) => {
    const view = openScreen(PATH, { [STATUS]: [{ ...connector, status: 'Reserved' }] });
    const record = Brand.parse({ waitingLine });
    act(() => view.store.set(brandAtom, (brand) => ({ ...brand, record })));
    expect(await screen.findByText(label)).toBeVisible();
  },
);

test('shows why a start failed', async () => {
  const view = openScreen(PATH, {}, { plugWait: 40 });
  await screen.findByText('Conecte o plug no seu veículo.');
  emitStartFailed(view, 'ConnectorLockFailure');
  const dialog = await screen.findByRole('dialog', { name: 'Erro ao iniciar a recarga.' });
  expect(dialog).toHaveTextContent('O plug não travou. Encaixe-o novamente.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Voltar' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('shows why a start failed although the stop of an earlier charge arrived during the wait', async () => {
  const view = openScreen(PATH, {}, { plugWait: 40 });
  await screen.findByText('Conecte o plug no seu veículo.');
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  emitTransactionStopped(view, { ...stopped, transactionId: '76', startTime: anHourAgo });
  emitStartFailed(view, 'ConnectorLockFailure');
  expect(await screen.findByRole('dialog', { name: 'Erro ao iniciar a recarga.' })).toBeVisible();
  expect(screen.queryByText('Recarga finalizada')).not.toBeInTheDocument();
});

test('shows the age of the figures of a charger that went offline during the visit', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging] });
  await screen.findByText('Carregando');
  emitConnectorUpdate(view, { ...charging, isConnected: false });
  expect(await screen.findByText('Desconectado')).toBeVisible();
  expect(screen.getByText(/A recarga pode continuar/)).toBeVisible();
  expect(screen.getByText(/Última leitura há/)).toBeVisible();
});

test('claims neither why there is no live connection nor that the charge goes on without it', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging] });
  await screen.findByText('Carregando');
  const now = rs.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000);
  act(() => view.store.set(liveConnectionAtom, 'connecting'));
  const note = (await screen.findByText('Desconectado')).closest('p');
  now.mockRestore();
  expect(note).toHaveTextContent(/^Desconectado O aplicativo está sem conexão. A recarga não depende dele./);
});

test('claims no age for the figures of a charger that has been offline all the time', async () => {
  const view = openScreen(PATH, { [STATUS]: [{ ...charging, isConnected: false }] });
  expect(await screen.findByText('Desconectado')).toBeVisible();
  emitConnectorUpdate(view, { ...charging, isConnected: false });
  expect(screen.queryByText(/Última leitura há/)).not.toBeInTheDocument();
});

test.each([
  ['an offline charger', { isConnected: false }],
  ["another driver's charge", { status: 'Charging' }],
])('offers no start and mentions no charge at %s', async (_, fields) => {
  openScreen(PATH, { [STATUS]: [{ ...connector, ...fields }] });
  expect(await screen.findByText('Nenhuma recarga sua neste carregador')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Iniciar recarga' })).not.toBeInTheDocument();
  expect(screen.queryByText(/A recarga pode continuar/)).not.toBeInTheDocument();
});

test.each([
  ['Available', 'Conecte o plug no seu veículo.'],
  ['Preparing', undefined],
])('offers a start at a connector that is %s', async (status, text) => {
  openScreen(PATH, { [STATUS]: [{ ...connector, status }] });
  const link = await screen.findByRole('link', { name: 'Iniciar recarga' });
  expect(link).toHaveAttribute('href', '/brand/qrcode/12345-1');
  expect(screen.queryByText(/Conecte o plug/)?.textContent).toBe(text);
});

test('offers to retry after a failed request', async () => {
  const view = openScreen(PATH, { [STATUS]: failure(500) });
  await screen.findByText('Falha ao carregar Recarga. Por favor, tente novamente');
  view.respond(STATUS, [charging]);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Carregando')).toBeVisible();
});

test('keeps the charge on screen and offers a retry in a toast when a refetch fails', async () => {
  const view = openScreen(PATH, { [STATUS]: [charging] });
  await screen.findByText('Carregando');
  view.respond(STATUS, failure(500));
  await act(() => view.queryClient.refetchQueries({ queryKey: queries.connectorStatus('cp', '1').queryKey }));
  const text = 'Falha ao carregar Recarga. Por favor, tente novamente';
  await waitFor(() => expect(view.store.get(toastsAtom)).toMatchObject([{ title: 'Falha', text }]));
  expect(screen.getByText('Carregando')).toBeVisible();
});

// Keep these last: the server clock offset measured here persists across tests.
test("shows the end of a charge that began during the wait when the phone's clock is ahead", async () => {
  const startTime = new Date(Date.now() - 20 * 60_000).toISOString();
  const headers = { date: startTime };
  const view = openScreen(
    PATH,
    { [STATUS]: () => Response.json([connector], { headers }) },
    { plugWait: 42 },
  );
  await screen.findByText('Conecte o plug no seu veículo.');
  emitTransactionStarted(view, { startTime });
  await screen.findByText('Preparando');
  emitTransactionStopped(view, { ...stopped, startTime });
  expect(await screen.findByText('Recarga finalizada')).toBeVisible();
});

test("uses the server's clock for time and cost when the phone's is behind", async () => {
  const ahead = 20 * 60_000;
  const headers = { date: new Date(Date.now() + ahead).toUTCString() };
  const startTime = new Date(Date.now() + ahead - 600_000).toISOString();
  const report = { ...charging, transaction: { ...transaction, startTime } };
  openScreen(PATH, { [STATUS]: () => Response.json([report], { headers }) });
  expect(await screen.findByText(/^00:(09:59|10:00)$/)).toBeVisible();
});
