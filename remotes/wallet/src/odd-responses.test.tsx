import { type Answers, renderScreen, testOddResponses } from '@shared/testing';
import remote from './remote.ts';

const open = (path: string) => (answers: Answers) =>
  renderScreen(remote, { at: `/marca/${path}`, loggedIn: true, answers });

testOddResponses('history', 'the statement', {
  open: open('extract'),
  shows: /Recarga|Adicionou/,
  fails: /Falha ao carregar transações/,
});
testOddResponses('order', 'the receipt of a top-up', {
  open: open('extract/credit/1'),
  shows: /R\$\s60,00/,
  fails: /Falha ao carregar Extrato de Adição/,
});
testOddResponses('userTransaction', 'the receipt of a charge', {
  open: open('extract/recharge/1'),
  shows: /R\$\s46,56|R\$\s60,00/,
  fails: /Falha ao carregar Recarga/,
});
testOddResponses('paymentMethods', 'the payment methods', {
  open: open('paymentMethods'),
  shows: /Cadastre um cartão novo/,
  fails: /Tentar novamente/,
});
