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

testMalformedResponses('history', 'the statement', {
  open: open('extract'),
  shows: /Recarga|Adicionou|Não há transações/,
  fails: /Falha ao carregar transações/,
});
testMalformedResponses('order', 'the receipt of a top-up', {
  open: open('extract/credit/1'),
  shows: /R\$\s(60|7),00/,
  fails: /Falha ao carregar Extrato de Adição/,
});
testMalformedResponses('order', 'the Pix code', {
  open: open('addPix/1'),
  shows: /Copiar código|R\$\s(60|7),00/,
  fails: /Tentar novamente/,
});
testMalformedResponses('userTransaction', 'the receipt of a charge', {
  open: open('extract/recharge/1'),
  shows: /R\$\s(46,56|60,00|7,00)|Recarga em andamento/,
  fails: /Falha ao carregar Recarga/,
});
testMalformedResponses('paymentMethods', 'the payment methods', {
  open: open('paymentMethods'),
  shows: /Cadastre um cartão novo/,
  fails: /Tentar novamente/,
});
testMalformedResponses('userProfile', 'the payment methods', {
  open: open('paymentMethods'),
  shows: /Visa 4242/,
  fails: /Tentar novamente/,
});
testMalformedResponses('paymentMethod', 'the saved card', {
  open: open('addCreditCard/1'),
  shows: /Número do cartão/,
  fails: /Tentar novamente/,
});
testMalformedResponses('balance', 'the amounts of a top-up', {
  open: open('addCredit/1'),
  shows: /R\$\s35,00/,
  fails: /Tentar novamente/,
});
testMalformedResponses('topUp', 'the outcome of a top-up', {
  async open(answers) {
    const view = open('addCredit/pix')(answers);
    const pay = await screen.findByRole('button', { name: 'Adicionar Créditos' });
    await view.user.click(pay);
    await view.user.click(await screen.findByRole('button', { name: 'Confirmar' }));
    return view;
  },
  shows: /R\$\s60,00|Copiar código|Este pedido de Pix não foi/,
  fails: /Tentar novamente/,
});

testMalformedFrames('order', 'the receipt of a top-up', {
  open: open('extract/credit/1'),
  shows: /R\$\s(60|7),00/,
  fails: /Falha ao carregar Extrato de Adição/,
});
testMalformedFrames('order', 'the Pix code', {
  open: open('addPix/1'),
  shows: /Copiar código|R\$\s(60|7),00|^\/marca/,
  fails: /Tentar novamente/,
});
