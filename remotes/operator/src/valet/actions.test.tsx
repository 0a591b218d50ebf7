import { beforeEach, expect, rs, test } from '@rstest/core';
import { formatTime } from '@shared/brazil';
import { ApiError, writes } from '@shared/client';
import { Brand, calls, DAILY_LIMIT_CODES } from '@shared/contract';
import { brandAtom } from '@shared/state';
import { failure } from '@shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import {
  ADD,
  CONNECTORS,
  charging,
  connectors,
  DELETE,
  DISMISS,
  dialogOf,
  finished,
  openValet,
  QUEUE,
  rowOf,
  SITE,
  START,
  waiting,
} from './valet.testing.ts';

beforeEach(() => localStorage.clear());

type View = ReturnType<typeof openValet>;

async function openAdd({ user }: View) {
  await user.click(await screen.findByRole('button', { name: 'Adicionar veículo' }));
  const dialog = await dialogOf('Adicionar veículo');
  return {
    ...dialog,
    plate: dialog.getByLabelText('Placa do veículo'),
    prisma: dialog.getByLabelText('Número do prisma'),
    button: dialog.getByRole('button', { name: 'Adicionar' }),
  };
}

async function openRow({ user }: View, action: string) {
  await user.click((await rowOf(/ABC-1234/)).getByRole('button', { name: action }));
  return dialogOf(action);
}

async function expectResult({ user }: View, title: string, message: string) {
  const result = await dialogOf(title);
  expect(result.getByText(message)).toBeVisible();
  await user.click(result.getByRole('button', { name: 'Fechar' }));
  expect(screen.queryByRole('dialog', { name: title })).toBeNull();
}

test('enables adding a vehicle when the plate is valid and both fields are filled', async () => {
  const view = openValet([]);
  const { plate, prisma, button, getByText, queryByText } = await openAdd(view);
  expect(button).toBeDisabled();
  await view.user.type(plate, 'abc12');
  await view.user.type(prisma, '7');
  expect(getByText('Placa inválida')).toBeVisible();
  expect(button).toBeDisabled();
  await view.user.type(plate, '34');
  expect(plate).toHaveValue('ABC-1234');
  expect(queryByText('Placa inválida')).toBeNull();
  expect(button).toBeEnabled();
  await view.user.clear(prisma);
  expect(button).toBeDisabled();
});

test('prompts for a valid plate when the user submits an invalid one', async () => {
  const view = openValet([]);
  const { plate, prisma, button, findByRole } = await openAdd(view);
  await view.user.type(plate, 'ABC12');
  await view.user.type(prisma, '7{Enter}');
  expect(await findByRole('alert')).toHaveTextContent('Por favor, insira uma placa válida');
  await view.user.type(plate, '3');
  expect(await findByRole('alert')).toBeEmptyDOMElement();
  // The disabled button has no pointer events, so the press reaches its wrapper.
  fireEvent.pointerUp(button.parentElement ?? button);
  expect(await findByRole('alert')).toHaveTextContent('Por favor, insira uma placa válida');
});

test('confirms an added vehicle and shows it in the queue at once', async () => {
  let queue: object[] = [];
  const view = openValet(() => queue, {
    [ADD]: () => {
      queue = [waiting];
      return new Response(null, { status: 200 });
    },
  });
  const { plate, prisma, button } = await openAdd(view);
  await view.user.type(plate, 'abc1234{Enter}');
  expect(prisma).toHaveFocus();
  await view.user.type(prisma, '12');
  await view.user.click(button);
  await rowOf(/ABC-1234/);
  await expectResult(view, 'Sucesso', 'Veículo ABC-1234 adicionado à fila.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await openAdd(view)).plate).toHaveValue('');
});

test.each([
  ['a duplicate plate', 409, 'Placa já adicionada.'],
  ['no permission', 403, 'Você não tem permissão para acessar essa página.'],
  ['a server error', 500, 'Ocorreu um erro de comunicação com o servidor.'],
])('reports %s, keeps the input and refetches the queue', async (_, status, message) => {
  const view = openValet([], { [ADD]: failure(status) });
  const { plate, prisma, button } = await openAdd(view);
  await view.user.type(plate, 'ABC1D23');
  await view.user.type(prisma, '12');
  await view.user.click(button);
  await expectResult(view, 'Erro', message);
  expect(plate).toHaveValue('ABC1D23');
  expect(prisma).toHaveValue('12');
  expect(view.requests.filter((call) => call === QUEUE)).toHaveLength(2);
});

test('explains that too many charges were started in a day', async () => {
  const tooMany = failure(429, { code: DAILY_LIMIT_CODES.valetStarts });
  const view = openValet([], { [ADD]: tooMany });
  const { plate, prisma, button } = await openAdd(view);
  await view.user.type(plate, 'ABC1D23');
  await view.user.type(prisma, '12');
  await view.user.click(button);
  await expectResult(
    view,
    'Erro',
    'Foram iniciadas muitas recargas nas últimas 24 horas. Tente novamente amanhã.',
  );
});

test('sends one request when a button is tapped repeatedly', async () => {
  const respondLater = <T,>(response: T) => new Promise<T>((resolve) => setTimeout(resolve, 50, response));
  const view = openValet([waiting], {
    [ADD]: () => respondLater(new Response(null, { status: 201 })),
    [DELETE]: () => respondLater(new Response(null, { status: 204 })),
  });
  const { plate, prisma, button } = await openAdd(view);
  await view.user.type(plate, 'BRA2E19');
  await view.user.type(prisma, '7');
  for (const _ of [1, 2, 3]) fireEvent.click(button);
  await expectResult(view, 'Sucesso', 'Veículo BRA2E19 adicionado à fila.');
  const confirm = (await openRow(view, 'Excluir veículo')).getByRole('button', { name: 'Confirmar' });
  for (const _ of [1, 2, 3]) fireEvent.click(confirm);
  await expectResult(view, 'Sucesso', 'Veículo ABC-1234 removido da fila.');
  for (const call of [ADD, DELETE]) expect(view.requests.filter((one) => one === call)).toHaveLength(1);
});

test('keeps the input when the dialog is closed and reopened', async () => {
  const view = openValet([]);
  const { plate, getByRole } = await openAdd(view);
  await view.user.type(plate, 'ABC1');
  await view.user.click(getByRole('button', { name: 'Fechar' }));
  expect((await openAdd(view)).plate).toHaveValue('ABC1');
});

test('warns about a prisma that is in use, but allows it', async () => {
  const view = openValet([waiting]);
  const { plate, prisma, button, getByText, queryByText } = await openAdd(view);
  await view.user.type(plate, 'BRA2E19');
  await view.user.type(prisma, '1');
  expect(queryByText(/em uso/)).toBeNull();
  await view.user.type(prisma, '2');
  expect(getByText('Este prisma já está em uso: ABC-1234, Aguardando.')).toBeVisible();
  expect(prisma).toHaveAccessibleDescription(/já está em uso/);
  expect(button).toBeEnabled();
});

test.each([
  ['has left its charger', { blocksCharger: false }],
  ['may have left it', {}],
])('accepts the prisma of a finished car that %s, without a warning', async (_, more) => {
  const view = openValet([{ ...finished, ...more }]);
  const { prisma, queryByText } = await openAdd(view);
  await view.user.type(prisma, '31');
  expect(queryByText(/em uso/)).toBeNull();
});

test('warns about the prisma of a finished car that is still plugged in', async () => {
  const view = openValet([{ ...finished, blocksCharger: true }]);
  const { prisma, getByText } = await openAdd(view);
  await view.user.type(prisma, '31');
  expect(getByText('Este prisma já está em uso: QWE4R56, Finalizado.')).toBeVisible();
});

test('names the car and offers the available chargers in the start dialog', async () => {
  const view = openValet([waiting]);
  const dialog = await openRow(view, 'Iniciar a recarga');
  expect(dialog.getByText('ABC-1234')).toBeVisible();
  expect(dialog.getByText('12')).toBeVisible();
  expect(await dialog.findByRole('group', { name: 'Selecione um carregador:' })).toBeVisible();
  expect(dialog.getByRole('radio', { name: /Vaga 1 · Conector\s1\s?Carregando/ })).toBeDisabled();
  expect(dialog.getByRole('button', { name: 'Iniciar' })).toBeDisabled();
  await view.user.click(dialog.getByRole('radio', { name: /Vaga 2/ }));
  expect(dialog.getByRole('button', { name: 'Iniciar' })).toBeEnabled();
});

test('disables an offline charger, with the same label as on the board', async () => {
  const view = openValet([waiting], { [CONNECTORS]: [{ ...connectors[1], connectorStatus: null }] });
  const dialog = await openRow(view, 'Iniciar a recarga');
  expect(await dialog.findByRole('radio', { name: /Vaga 2.*Desconectado/ })).toBeDisabled();
});

test('adds the charge point id to chargers with the same name', async () => {
  const sameNamed = ['CP-8', 'CP-9'].map((chargePointId) => ({ ...connectors[1], chargePointId }));
  const view = openValet([waiting], { [CONNECTORS]: sameNamed });
  const dialog = await openRow(view, 'Iniciar a recarga');
  expect(await dialog.findByRole('radio', { name: /Vaga 2.*Disponível · CP-9$/ })).toBeEnabled();
});

test('keeps the order of the chargers when one becomes available', async () => {
  let current = connectors;
  const view = openValet([waiting], { [CONNECTORS]: () => current });
  const dialog = await openRow(view, 'Iniciar a recarga');
  const names = () =>
    dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent?.slice(0, 6));
  await dialog.findAllByRole('radio');
  const before = names();
  expect(before).toEqual(['Vaga 2', 'Vaga 3', 'Vaga 1']);
  current = connectors.map((one) => ({ ...one, connectorStatus: 'Available' }));
  await act(() => view.queryClient.refetchQueries({ queryKey: [calls.valetConnectors.path] }));
  await waitFor(() => expect(dialog.getByRole('radio', { name: /Vaga 1/ })).toBeEnabled());
  expect(names()).toEqual(before);
});

test('starts only at a charger that was chosen, and deselects it when it is no longer available', async () => {
  const view = openValet([waiting], {
    [CONNECTORS]: (_: URL, times: number) => (times === 0 ? connectors.slice(0, 2) : connectors.slice(0, 1)),
  });
  const dialog = await openRow(view, 'Iniciar a recarga');
  const charger = await dialog.findByRole('radio', { name: /Vaga 2/ });
  expect(dialog.getByRole('button', { name: 'Iniciar' })).toBeDisabled();
  await view.user.click(charger);
  expect(dialog.getByRole('button', { name: 'Iniciar' })).toBeEnabled();
  await view.queryClient.refetchQueries();
  expect(await dialog.findByText('Nenhum carregador está livre agora.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Iniciar' })).toBeDisabled();
});

test.each([
  [undefined, 'Reserved'],
  [true, 'Reservado'],
])('names a reserved charger in Portuguese only if the brand has lines: %s', async (waitingLine, label) => {
  const view = openValet([waiting], {
    [CONNECTORS]: connectors.map((connector) => ({ ...connector, connectorStatus: 'Reserved' })),
  });
  const record = Brand.parse({ waitingLine });
  act(() => view.store.set(brandAtom, (brand) => ({ ...brand, record })));
  const dialog = await openRow(view, 'Iniciar a recarga');
  expect(await dialog.findByRole('radio', { name: new RegExp(`Vaga 1.*${label}$`) })).toBeVisible();
});

test.each([
  ['Accepted', '', 'Ação necessária', 'Plugue o veículo ABC-1234 para iniciar a recarga.'],
  ['Rejected', 'ERR_WALLET_LOW_BALANCE', 'Erro', 'O usuário não tem créditos suficiente.'],
  ['TimedOut', '', 'Erro', 'O tempo de conexão do veículo expirou.'],
  ['Rejected', '', 'Erro', 'Ocorreu um erro de comunicação com o servidor.'],
])('reports a start that is %s %s', async (status, info, title, message) => {
  const view = openValet([waiting], { [START]: { status, info } });
  const dialog = await openRow(view, 'Iniciar a recarga');
  await view.user.click(await dialog.findByRole('radio', { name: /Vaga 3/ }));
  await view.user.click(dialog.getByRole('button', { name: 'Iniciar' }));
  await expectResult(view, title, message);
  expect(view.requests.filter((call) => call === QUEUE)).toHaveLength(2);
});

test.each([
  [
    'a low balance',
    { status: 'Rejected', info: 'ERR_WALLET_LOW_BALANCE' },
    /O usuário não tem créditos suficiente\.Os créditos são os da conta do valet/,
  ],
  ['a timeout', { status: 'TimedOut' }, /expirou\.Se a recarga começar, ela aparece na fila\./],
  ['no response', failure(504), /com o servidor\.Se a recarga começar, ela aparece na fila\./],
  ['a refusal', failure(409), /com o servidor\.Fechar$/],
])('adds below the message of %s what it means', async (_, response, text) => {
  const view = openValet([waiting], { [START]: response });
  const dialog = await openRow(view, 'Iniciar a recarga');
  await view.user.click(await dialog.findByRole('radio', { name: /Vaga 3/ }));
  await view.user.click(dialog.getByRole('button', { name: 'Iniciar' }));
  expect(await screen.findByRole('dialog', { name: 'Erro' })).toHaveTextContent(text);
});

const STOP = 'POST /RemoteStopTransactionRequest';
const places = [{ chargePointId: 'CP-3', connectorId: 1, name: 'Vaga 3', connectorStatus: 'Charging' }];
const board = {
  csName: 'Garagem Norte',
  connectors: [{ name: 'Vaga 3', connectorId: 1, transactionId: 77 }],
};
const openCharge = (responses: Record<string, unknown> = {}) =>
  openValet([charging], { [CONNECTORS]: places, [SITE]: board, ...responses });
const openInfo = async (view: View) => {
  await view.user.click((await rowOf(/BRA2E19/)).getByRole('button', { name: 'Sobre a recarga' }));
  return dialogOf('Sobre a recarga');
};

test.each([
  ['accepted', { status: 'Accepted' }, 'Sucesso', /BRA2E19 está sendo finalizada/],
  ['rejected', { status: 'Rejected' }, 'Erro', /^ErroSolicitação de finalização rejeitada\.Fechar$/],
  ['lost', failure(504), 'Erro', /Ainda não sabemos se a recarga terminou/],
])('stops a charge from the queue after a question: %s', async (_, response, title, text) => {
  const view = openCharge({ [STOP]: response });
  const info = await openInfo(view);
  expect(info.getByText('Para finalizar a recarga, desplugue o veículo')).toBeVisible();
  await view.user.click(await info.findByRole('button', { name: 'Finalizar recarga' }));
  const question = await dialogOf('Deseja finalizar a recarga?');
  await view.user.click(question.getByRole('button', { name: 'Confirmar' }));
  expect(await screen.findByRole('dialog', { name: title })).toHaveTextContent(text);
  expect(view.bodiesOf(STOP)).toEqual([{ ChargePointID: 'CP-3-1', TransactionID: '77' }]);
});

test('offers no stop if two connectors have the name of the row, or its transaction is unknown', async () => {
  for (const responses of [{ [CONNECTORS]: [...places, ...places] }, { [SITE]: { connectors: [] } }]) {
    const view = openCharge(responses);
    const info = await openInfo(view);
    await waitFor(() => expect(view.requests).toContain(CONNECTORS));
    expect(info.queryByRole('button', { name: 'Finalizar recarga' })).toBeNull();
    view.unmount();
  }
});

test('requests a start once when tapped twice, and retries a lost response with the same key', async () => {
  const start = rs.spyOn(writes, 'valetStart');
  start.mockRejectedValueOnce(new ApiError('timeout', 'POST /valet')).mockResolvedValueOnce({
    status: 'Accepted',
    info: '',
  });
  const view = openValet([waiting]);
  const dialog = await openRow(view, 'Iniciar a recarga');
  await view.user.click(await dialog.findByRole('radio', { name: /Vaga 3/ }));
  const button = dialog.getByRole('button', { name: 'Iniciar' });
  fireEvent.click(button);
  fireEvent.click(button);
  await expectResult(view, 'Erro', 'Ocorreu um erro de comunicação com o servidor.');
  await view.user.click(button);
  await expectResult(view, 'Ação necessária', 'Plugue o veículo ABC-1234 para iniciar a recarga.');
  const keys = start.mock.calls.map(([, key]) => key);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  start.mockRestore();
});

test('retries chargers that failed to load', async () => {
  const view = openValet([waiting], {
    [CONNECTORS]: (_: URL, times: number) => (times === 0 ? failure(500)() : connectors),
  });
  const dialog = await openRow(view, 'Iniciar a recarga');
  await view.user.click(await dialog.findByRole('button', { name: 'Tentar novamente' }));
  expect(await dialog.findByRole('radio', { name: /Vaga 2/ })).toBeEnabled();
});

test('deletes a vehicle after a confirmation and reports the result', async () => {
  let queue: object[] = [waiting];
  const view = openValet(() => queue, {
    [DELETE]: () => {
      queue = [];
      return new Response(null, { status: 200 });
    },
  });
  const dialog = await openRow(view, 'Excluir veículo');
  expect(dialog.getByText('Deseja realmente excluir o veículo da lista?')).toBeVisible();
  await view.user.click(dialog.getByRole('button', { name: 'Confirmar' }));
  await expectResult(view, 'Sucesso', 'Veículo ABC-1234 removido da fila.');
  expect(await screen.findByText('Nenhum veículo na fila')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Adicionar veículo' })).toHaveFocus();
});

test('keeps the focus on the screen when another valet deletes the vehicle whose dialog is open', async () => {
  let queue: object[] = [waiting];
  const view = openValet(() => queue);
  const dialog = await openRow(view, 'Excluir veículo');
  queue = [];
  await act(() => view.queryClient.refetchQueries());
  expect(await dialog.findByText('Este veículo já saiu da fila.')).toBeVisible();
  await view.user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(screen.getByRole('button', { name: 'Adicionar veículo' })).toHaveFocus();
});

test('dismisses a finished car after a confirmation', async () => {
  let queue: object[] = [{ ...finished, cqId: 1, canDismiss: true, blocksCharger: true }];
  const view = openValet(() => queue, {
    [DISMISS]: () => {
      queue = [];
      return new Response(null, { status: 204 });
    },
  });
  await view.user.click((await rowOf(/QWE4R56/)).getByRole('button', { name: 'Tirar da lista' }));
  const dialog = await dialogOf('Tirar da lista');
  expect(dialog.getByText('O veículo ainda está conectado ao carregador.')).toBeVisible();
  await view.user.click(dialog.getByRole('button', { name: 'Confirmar' }));
  await expectResult(view, 'Sucesso', 'Veículo QWE4R56 removido da fila.');
  expect(await screen.findByText('Nenhum veículo na fila')).toBeVisible();
});

test('reports a failed deletion and shows that the car has already left the queue', async () => {
  let queue: object[] = [waiting];
  const view = openValet(() => queue, {
    [DELETE]: () => {
      queue = [];
      return failure(404)();
    },
  });
  const dialog = await openRow(view, 'Excluir veículo');
  await view.user.click(dialog.getByRole('button', { name: 'Confirmar' }));
  await expectResult(view, 'Erro', 'Ocorreu um erro de comunicação com o servidor.');
  expect(await dialog.findByText('Este veículo já saiu da fila.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Confirmar' })).toBeDisabled();
});

test('shows in an open start dialog that another valet has started the charge', async () => {
  let queue: object[] = [waiting];
  const view = openValet(() => queue);
  const dialog = await openRow(view, 'Iniciar a recarga');
  queue = [{ ...charging, cqId: 1, cqUvLicencePlate: 'ABC-1234' }];
  await view.queryClient.refetchQueries();
  expect(await dialog.findByText('A situação deste veículo mudou: Carregando.')).toBeVisible();
});

test('does not start a charge again while the car waits to be plugged in', async () => {
  const view = openValet([{ ...waiting, chargePointName: 'Vaga 1', connectorId: 1 }], {
    [CONNECTORS]: connectors,
  });
  const { findByText, findByRole, getByRole } = await openRow(view, 'Iniciar a recarga');
  expect(await findByText('A recarga deste veículo já foi pedida: plugue-o no carregador.')).toBeVisible();
  await view.user.click(await findByRole('radio', { name: /Vaga 2/ }));
  expect(getByRole('button', { name: 'Iniciar' })).toBeDisabled();
});

test('explains how to end a running charge', async () => {
  const view = openValet([charging]);
  await view.user.click((await rowOf(/BRA2E19/)).getByRole('button', { name: 'Sobre a recarga' }));
  const dialog = await dialogOf('Sobre a recarga');
  for (const words of [
    'Para finalizar a recarga, desplugue o veículo',
    /12,3\skWh/,
    formatTime(charging.startTime),
    /^Vaga 3 · Conector\s1$/,
  ])
    expect(dialog.getByText(words)).toBeVisible();
  await view.user.click(dialog.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
