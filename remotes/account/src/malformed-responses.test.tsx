import { defineRemote } from '@shared/contract';
import { type MockResponses, renderScreen, testMalformedResponses } from '@shared/testing';
import { screen } from '@testing-library/react';
import { Component as Picker } from './coupons/picker.tsx';
import remote from './remote.ts';

const open = (path: string) => (answers: MockResponses) =>
  renderScreen(remote, { at: `/marca/${path}`, loggedIn: true, answers });
const fails = /Tentar novamente/;

testMalformedResponses('userProfile', 'the profile', {
  open: open('userProfile'),
  shows: /Data de nascimento/,
  fails,
});
testMalformedResponses('userProfile', 'the form of a new password', {
  open: open('switchPassword'),
  shows: /Confirme nova senha/,
  fails,
});
testMalformedResponses('userProfile', 'the deletion of the account', {
  open: open('accountDeletion'),
  shows: /Excluir/,
  fails,
});
testMalformedResponses('balance', 'the deletion of the account', {
  open: open('accountDeletion'),
  shows: /Excluir/,
  fails,
});
testMalformedResponses('vehicles', 'the list of vehicles', {
  open: open('vehicles-list'),
  shows: /Azulzinho|Vermelhinho|Não há veículos cadastrados/,
  fails,
});
testMalformedResponses('vehicle', 'the vehicle', {
  open: open('vehicle-detail/1'),
  shows: /Placa do Carro/,
  fails,
});
testMalformedResponses('manufacturers', 'the form of a new vehicle', {
  open: open('vehicles'),
  shows: /Placa do Carro/,
  fails,
});
testMalformedResponses('models', 'the vehicle', {
  open: open('vehicle-detail/1'),
  shows: /Placa do Carro/,
  fails,
});
testMalformedResponses('coupons', 'the coupons', {
  open: open('coupons'),
  shows: /BEMVINDO10|RECARGA5|Nenhum Cupom Disponível/,
  fails,
});

const start = defineRemote({
  name: 'start',
  segments: ['qrcode'],
  routes: [
    {
      path: 'qrcode',
      lazy: async () => ({ Component: () => <Picker siteId="1" selected="1" onSelect={() => {}} /> }),
    },
  ],
});
testMalformedResponses('coupons', 'the choice of a coupon', {
  async open(answers) {
    const view = renderScreen(start, { at: '/marca/qrcode', loggedIn: true, answers });
    await view.user.click((await screen.findAllByRole('button'))[0] ?? document.body);
    return view;
  },
  shows: /BEMVINDO10|RECARGA5|cupom/i,
  fails,
});
