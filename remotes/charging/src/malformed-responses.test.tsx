import { expect } from '@rstest/core';
import type { RunnableRemote } from '@shared/contract';
import { RESPONSES, testMalformedScreens } from '@shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { Component as ActiveRecharges } from './active-recharges/active-recharges.tsx';
import remote from './remote.ts';

const fails = /Tentar novamente|O número parece incorreto/;
const confirmation = { screen: 'the confirmation of a start', at: 'qrcode/12345-1', fails };
const recharge = { screen: 'the recharge', at: 'recharge/1/1', fails };

testMalformedScreens(remote, [
  {
    ...confirmation,
    calls: ['chargerId', 'connectorsOfCharger', 'chargerSite', 'vehicles', 'balance'],
    frames: ['UpdateConnectorStatusIntegrationEvent'],
    shows: /Confirme a recarga/,
  },
  {
    ...confirmation,
    screen: 'the price before a start',
    calls: ['currentPrice'],
    shows: /kWh|Grátis|R\$\s2,00/,
  },
  {
    ...recharge,
    calls: ['connectorStatus', 'userTransaction', 'chargerSite', 'balance'],
    shows: /Carregando|Azulzinho|Finalizar/,
  },
  {
    ...recharge,
    frames: [
      'StartTransactionIntegrationEvent',
      'ErrorStartTransactionIntegrationEvent',
      'StopTransactionIntegrationEvent',
      'UpdateConnectorStatusIntegrationEvent',
    ],
    // After a stop the screen navigates to the receipt.
    shows: /Carregando|Azulzinho|extract\/recharge/,
  },
  {
    ...confirmation,
    screen: 'the outcome of a start',
    calls: ['startCharge'],
    responses: { 'GET /UserVehicles': [RESPONSES.vehicle] },
    async act({ user }) {
      const button = await screen.findByRole('button', { name: 'Iniciar recarga' });
      await waitFor(() => expect(button).toBeEnabled());
      await user.click(button);
    },
    shows: /Conecte o plug|Carregando/,
    fails: /Fechar/,
  },
  {
    ...recharge,
    screen: 'the outcome of a stop',
    calls: ['stopCharge'],
    async act({ user }) {
      await user.click(await screen.findByRole('button', { name: /Finalizar|Parar/ }));
      await user.click(await screen.findByRole('button', { name: 'Confirmar' }));
    },
    shows: /Carregando|Azulzinho|Finalizando/,
  },
  {
    ...recharge,
    screen: 'the outcome of an unlock request',
    calls: ['unlockCable'],
    async act({ user }) {
      await user.click(await screen.findByRole('button', { name: 'Destravar cabo' }));
    },
    shows: /Cabo destravado/,
    fails: /Não sabemos se o cabo foi destravado/,
  },
]);

const home: RunnableRemote = {
  name: 'home',
  routes: [
    {
      path: '',
      lazy: async () => ({
        Component: () => (
          <main>
            <h1>Início</h1>
            <ActiveRecharges />
          </main>
        ),
      }),
    },
  ],
};
testMalformedScreens(home, [
  { screen: 'the home', at: '', calls: ['activeRecharges', 'startAttempts'], shows: /Início/, fails },
]);
