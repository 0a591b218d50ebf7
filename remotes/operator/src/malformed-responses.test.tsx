import {
  type MockResponses,
  renderScreen,
  testMalformedFrames,
  testMalformedResponses,
} from '@shared/testing';
import { screen } from '@testing-library/react';
import remote from './remote.ts';

const open = (path: string) => (answers: MockResponses) =>
  renderScreen(remote, { at: `/marca/${path}`, loggedIn: true, answers });

testMalformedResponses('siteBoard', 'the board of a fleet', {
  open: open('viewers/fleet/charger-status/1'),
  shows: /Total de carregadores/,
  fails: /Erro ao buscar estações de carregamento/,
});
testMalformedResponses('siteBoard', 'the board of a valet', {
  open: open('viewers/vallet/charger-status/1'),
  shows: /Total de carregadores/,
  fails: /Erro ao buscar estações de carregamento/,
});
testMalformedResponses('siteBoard', 'the queue', {
  open: open('valet/1'),
  shows: /ABC-1234/,
  fails: /Ocorreu um erro de comunicação/,
});
testMalformedResponses('file', 'the board of a fleet', {
  open: open('viewers/fleet/charger-status/1'),
  shows: /Total de carregadores/,
  fails: /Erro ao buscar estações de carregamento/,
});
testMalformedResponses('fleetPriority', 'the priorities', {
  open: open('viewers/fleet/recharge-priority/1'),
  shows: /Total de veículos/,
  fails: /Erro ao buscar os veículos da frota/,
});
testMalformedResponses('valetQueue', 'the queue', {
  open: open('valet/1'),
  shows: /ABC-1234|BRA2E19|Nenhum veículo na fila/,
  fails: /Ocorreu um erro de comunicação/,
});

async function openStart(answers: MockResponses) {
  const view = open('valet/1')(answers);
  await view.user.click(
    (await screen.findAllByRole('button', { name: 'Iniciar a recarga' }))[0] ?? document.body,
  );
  return view;
}
testMalformedResponses('valetConnectors', 'the connectors to choose from', {
  open: openStart,
  shows: /Vaga/,
  fails: /Tentar novamente/,
});
testMalformedResponses('valetStart', 'the outcome of a start', {
  async open(answers) {
    const view = await openStart(answers);
    await view.user.click(await screen.findByRole('radio', { name: /Vaga 1/ }));
    await view.user.click(screen.getByRole('button', { name: 'Iniciar' }));
    return view;
  },
  shows: /Plugue o veículo|Ocorreu um erro de comunicação/,
  fails: /Tentar novamente/,
});

testMalformedFrames('UpdateConnectorStatusIntegrationEvent', 'the queue', {
  open: open('valet/1'),
  shows: /ABC-1234/,
  fails: /Ocorreu um erro de comunicação/,
});
