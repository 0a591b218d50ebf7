import { testMalformedScreens } from '@shared/testing';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import remote from './remote.ts';

const queueFails = /Ocorreu um erro de comunicação/;
const board = {
  shows: /Total de carregadores/,
  fails: /Erro ao buscar estações de carregamento/,
};
async function openStart({ user }: { user: UserEvent }) {
  const buttons = await screen.findAllByRole('button', { name: 'Iniciar a recarga' });
  await user.click(buttons[0] ?? document.body);
}

testMalformedScreens(remote, [
  {
    ...board,
    screen: 'the board of a fleet',
    at: 'viewers/fleet/charger-status/1',
    calls: ['siteBoard', 'file'],
  },
  { ...board, screen: 'the board of a valet', at: 'viewers/vallet/charger-status/1', calls: ['siteBoard'] },
  {
    screen: 'the priorities',
    at: 'viewers/fleet/recharge-priority/1',
    calls: ['fleetPriority'],
    shows: /Total de veículos/,
    fails: /Erro ao buscar os veículos da frota/,
  },
  {
    screen: 'the reliability',
    at: 'viewers/fleet/reliability/1',
    calls: ['siteReliability'],
    shows: /Carregador 0[12]|Com medição/,
    fails: /Erro ao buscar a confiabilidade/,
  },
  {
    screen: 'the queue',
    at: 'valet/1',
    calls: ['siteBoard'],
    frames: ['UpdateConnectorStatusIntegrationEvent'],
    shows: /ABC-1234/,
    fails: queueFails,
  },
  {
    screen: 'the queue',
    at: 'valet/1',
    calls: ['valetQueue'],
    shows: /ABC-1234|BRA2E19|Nenhum veículo na fila/,
    fails: queueFails,
  },
  {
    screen: 'the connectors to choose from',
    at: 'valet/1',
    calls: ['valetConnectors'],
    act: openStart,
    shows: /Vaga/,
  },
  {
    screen: 'the outcome of a start',
    at: 'valet/1',
    calls: ['valetStart'],
    async act({ user }) {
      await openStart({ user });
      await user.click(await screen.findByRole('radio', { name: /Vaga 1/ }));
      await user.click(screen.getByRole('button', { name: 'Iniciar' }));
    },
    shows: /Plugue o veículo|Ocorreu um erro de comunicação/,
  },
]);
