import type { RunnableRemote } from '@shared/contract';
import { testMalformedScreens } from '@shared/testing';
import { screen } from '@testing-library/react';
import { Component as Picker } from './coupons/picker.tsx';
import remote from './remote.ts';

testMalformedScreens(remote, [
  { screen: 'the profile', at: 'userProfile', calls: ['userProfile'], shows: /Data de nascimento/ },
  {
    screen: 'the notice settings',
    at: 'userProfile',
    calls: ['notificationSettings'],
    shows: /Data de nascimento/,
  },
  {
    screen: 'the password form',
    at: 'switchPassword',
    calls: ['userProfile'],
    shows: /Confirme nova senha/,
  },
  {
    screen: 'the account deletion',
    at: 'accountDeletion',
    calls: ['userProfile', 'balance'],
    shows: /Excluir/,
  },
  {
    screen: 'the vehicle list',
    at: 'vehicles-list',
    calls: ['vehicles'],
    shows: /Azulzinho|Vermelhinho|Não há veículos cadastrados/,
  },
  {
    screen: 'the vehicle',
    at: 'vehicle-detail/1',
    calls: ['vehicle', 'models', 'tags'],
    shows: /Placa do Carro/,
  },
  {
    screen: 'the new vehicle form',
    at: 'vehicles',
    calls: ['manufacturers'],
    shows: /Placa do Carro/,
  },
  {
    screen: 'the coupons',
    at: 'coupons',
    calls: ['coupons'],
    shows: /BEMVINDO10|RECARGA5|Nenhum Cupom Disponível/,
  },
]);

const start: RunnableRemote = {
  name: 'start',
  routes: [
    {
      path: 'qrcode',
      lazy: async () => ({ Component: () => <Picker siteId="1" selected="1" onSelect={() => {}} /> }),
    },
  ],
};
testMalformedScreens(start, [
  {
    screen: 'the coupon picker',
    at: 'qrcode',
    calls: ['coupons'],
    async act({ user }) {
      await user.click((await screen.findAllByRole('button'))[0] ?? document.body);
    },
    shows: /BEMVINDO10|RECARGA5|cupom/i,
  },
]);
