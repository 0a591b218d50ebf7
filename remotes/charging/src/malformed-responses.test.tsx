import { expect } from '@rstest/core';
import { defineRemote } from '@shared/contract';
import {
  type MockResponses,
  RESPONSES,
  renderScreen,
  testMalformedFrames,
  testMalformedResponses,
} from '@shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { Component as ActiveRecharges } from './active-recharges/active-recharges.tsx';
import remote from './remote.ts';

const open = (path: string) => (answers: MockResponses) =>
  renderScreen(remote, { at: `/marca/${path}`, loggedIn: true, answers });
const fails = /Tentar novamente|O número parece incorreto/;

const confirmation = { open: open('qrcode/12345-1'), shows: /Confirme a recarga/, fails };
for (const call of ['chargerId', 'connectorsOfCharger', 'chargerSite', 'vehicles', 'balance'] as const)
  testMalformedResponses(call, 'the confirmation of a start', confirmation);
testMalformedResponses('currentPrice', 'the price before a start', {
  ...confirmation,
  shows: /kWh|Grátis|R\$\s2,00/,
});

const recharge = { open: open('recharge/1/1'), shows: /Carregando|Azulzinho|Finalizar/, fails };
for (const call of ['connectorStatus', 'userTransaction', 'chargerSite', 'balance'] as const)
  testMalformedResponses(call, 'the recharge', recharge);

const home = defineRemote({
  name: 'home',
  segments: [''],
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
});
const openHome = (answers: MockResponses) => renderScreen(home, { at: '/marca', loggedIn: true, answers });
testMalformedResponses('activeRecharges', 'the home', { open: openHome, shows: /Início/, fails });

testMalformedResponses('startCharge', 'the outcome of a start', {
  async open(answers) {
    const view = open('qrcode/12345-1')({ ...answers, 'GET /UserVehicles': [RESPONSES.vehicle] });
    const button = await screen.findByRole('button', { name: 'Iniciar recarga' });
    await waitFor(() => expect(button).toBeEnabled());
    await view.user.click(button);
    return view;
  },
  shows: /Conecte o plug|Carregando/,
  fails: /Fechar/,
});
testMalformedResponses('stopCharge', 'the outcome of a stop', {
  async open(answers) {
    const view = open('recharge/1/1')(answers);
    await view.user.click(await screen.findByRole('button', { name: /Finalizar|Parar/ }));
    await view.user.click(await screen.findByRole('button', { name: 'Confirmar' }));
    return view;
  },
  shows: /Carregando|Azulzinho|Finalizando/,
  fails,
});

// After a stop the screen navigates to the receipt.
for (const type of [
  'StartTransactionIntegrationEvent',
  'ErrorStartTransactionIntegrationEvent',
  'StopTransactionIntegrationEvent',
  'UpdateConnectorStatusIntegrationEvent',
] as const)
  testMalformedFrames(type, 'the recharge', { ...recharge, shows: /Carregando|Azulzinho|extract\/recharge/ });
testMalformedFrames('UpdateConnectorStatusIntegrationEvent', 'the confirmation of a start', confirmation);
