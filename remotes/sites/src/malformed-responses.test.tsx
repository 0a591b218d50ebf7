import { testMalformedScreens } from '@shared/testing';
import { screen } from '@testing-library/react';
import remote from './remote.ts';

testMalformedScreens(remote, [
  {
    screen: 'the list of sites',
    at: '',
    calls: ['siteSearch'],
    shows: /Oficina Central|Oficina Norte|Não há sites de carregamento disponíveis/,
    fails: /Erro ao buscar sites de carregamento/,
  },
  {
    screen: 'the site',
    at: 'charger/1',
    calls: ['chargerSite'],
    shows: /Oficina Central|Rua Harmonia/,
    fails: /Erro ao buscar site de carregamento/,
  },
  {
    screen: 'the connectors of a site',
    at: 'charger/1',
    calls: ['siteConnectors'],
    shows: /Vaga [12]|Tipo 2|Este local ainda não tem conectores/,
  },
  {
    screen: 'the site',
    at: 'charger/1',
    calls: ['file'],
    shows: /Oficina Central/,
    fails: /Erro ao buscar site de carregamento/,
  },
  {
    screen: "the user's place in line",
    at: 'charger/1',
    calls: ['waitingPlace'],
    shows: /Oficina Central/,
  },
  {
    screen: 'the addresses',
    at: '',
    calls: ['addressSearch'],
    async act({ user }) {
      await user.type(await screen.findByRole('combobox', { name: 'Buscar endereço' }), 'vila{Enter}');
    },
    shows: /Vila M|endereço/,
  },
]);
