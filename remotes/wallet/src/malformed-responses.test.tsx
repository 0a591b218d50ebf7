import { testMalformedScreens } from '@shared/testing';
import { screen, within } from '@testing-library/react';
import remote from './remote.ts';

testMalformedScreens(remote, [
  {
    screen: 'the statement',
    at: 'extract',
    calls: ['history'],
    shows: /Recarga|Adicionou|Não há transações/,
    fails: /Falha ao carregar transações/,
  },
  {
    screen: 'the receipt of a top-up',
    at: 'extract/credit/1',
    calls: ['order'],
    frames: ['order'],
    shows: /R\$\s(60|7),00/,
    fails: /Falha ao carregar Extrato de Adição/,
  },
  { screen: 'the Pix code', at: 'addPix/1', calls: ['order'], shows: /Copiar código|R\$\s(60|7),00/ },
  // A paid order opens its receipt.
  {
    screen: 'the Pix code',
    at: 'addPix/1',
    frames: ['order'],
    shows: /Copiar código|R\$\s(60|7),00|^\/marca/,
  },
  {
    screen: 'the receipt of a charge',
    at: 'extract/recharge/1',
    calls: ['userTransaction'],
    shows: /R\$\s(46,56|60,00|7,00)|Recarga em andamento/,
    fails: /Falha ao carregar Recarga/,
  },
  {
    screen: 'the payment methods',
    at: 'paymentMethods',
    calls: ['paymentMethods'],
    shows: /Cadastre um cartão novo/,
  },
  {
    screen: 'the credit that can go back',
    at: 'paymentMethods/payback',
    calls: ['paybackPlan'],
    shows: /Vai voltar|Não pode voltar|Não há saldo|Suas devoluções/,
  },
  {
    screen: 'the credit that goes back',
    at: 'paymentMethods/payback',
    calls: ['requestPayback'],
    async act({ user }) {
      await user.click(await screen.findByRole('button', { name: /^Devolver R\$/ }));
      const dialog = within(await screen.findByRole('dialog'));
      await user.click(dialog.getByRole('button', { name: 'Devolver saldo' }));
    },
    shows: /Vai voltar/,
  },
  { screen: 'the payment methods', at: 'paymentMethods', calls: ['userProfile'], shows: /Visa 4242/ },
  { screen: 'the saved card', at: 'addCreditCard/1', calls: ['paymentMethod'], shows: /Número do cartão/ },
  { screen: 'the amounts of a top-up', at: 'addCredit/1', calls: ['balance'], shows: /R\$\s35,00/ },
  {
    screen: 'the outcome of a top-up',
    at: 'addCredit/pix',
    calls: ['topUp'],
    async act({ user }) {
      await user.click(await screen.findByRole('button', { name: 'Adicionar Créditos' }));
      await user.click(await screen.findByRole('button', { name: 'Confirmar' }));
    },
    shows: /R\$\s60,00|Copiar código|Este pedido de Pix não foi/,
  },
]);
