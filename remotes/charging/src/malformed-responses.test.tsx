import { expect } from '@rstest/core';
import type { RunnableRemote } from '@shared/contract';
import { RESPONSES, testMalformedScreens } from '@shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { Component as ActiveRecharges } from './active-recharges/active-recharges.tsx';
import { Component as GuestReceipt } from './guest/receipt.tsx';
import remote from './remote.ts';

const fails = /Tentar novamente|O número parece incorreto/;
const confirmation = {
  screen: 'the confirmation of a start',
  at: 'qrcode/12345-1',
  // A start that waits for the plug opens the recharge screen.
  responses: { 'GET /UserStartAttempts': [] },
  fails,
};
const guestConfirmation = { ...confirmation, screen: "a guest's confirmation", guest: true };
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
  { ...guestConfirmation, calls: ['guestCharge', 'connectorsOfCharger'], shows: /Confirme a recarga/ },
  {
    ...guestConfirmation,
    screen: "the outcome of a guest's order",
    calls: ['createGuestCharge'],
    async act({ user }) {
      const button = await screen.findByRole('button', { name: 'Pagar com Pix' });
      await waitFor(() => expect(button).toBeEnabled());
      await user.click(button);
    },
    shows: /addPix\/\w/,
    fails: /Tente novamente|Falha/,
  },
  {
    screen: "a guest's charge",
    at: 'guest',
    guest: true,
    calls: ['guestCharge'],
    shows: /A recarga não começou/,
    fails,
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
    responses: { ...confirmation.responses, 'GET /UserVehicles': [RESPONSES.vehicle] },
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

/** A screen with a part of one. */
const screenWith = (Part: () => React.ReactNode): RunnableRemote => ({
  name: 'home',
  routes: [
    {
      path: '',
      lazy: async () => ({
        Component: () => (
          <main>
            <h1>Início</h1>
            <Part />
          </main>
        ),
      }),
    },
  ],
});
testMalformedScreens(screenWith(ActiveRecharges), [
  { screen: 'the home', at: '', calls: ['activeRecharges', 'startAttempts'], shows: /Início/, fails },
  { screen: "a guest's home", at: '', guest: true, calls: ['guestCharge'], shows: /Início/, fails },
]);
testMalformedScreens(screenWith(GuestReceipt), [
  { screen: "a guest's receipt", at: '', guest: true, calls: ['guestCharge'], shows: /Criar conta/, fails },
]);
