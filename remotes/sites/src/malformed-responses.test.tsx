import { type MockResponses, renderScreen, testMalformedResponses } from '@shared/testing';
import { screen } from '@testing-library/react';
import remote from './remote.ts';

const open = (path: string) => (answers: MockResponses) =>
  renderScreen(remote, { at: `/marca/${path}`, loggedIn: true, answers });

testMalformedResponses('siteSearch', 'the list of sites', {
  open: open(''),
  shows: /Oficina Central|Oficina Norte|Não há sites de carregamento disponíveis/,
  fails: /Erro ao buscar sites de carregamento/,
});
testMalformedResponses('chargerSite', 'the site', {
  open: open('charger/1'),
  shows: /Oficina Central|Rua Harmonia/,
  fails: /Erro ao buscar site de carregamento/,
});
testMalformedResponses('siteConnectors', 'the connectors of a site', {
  open: open('charger/1'),
  shows: /Vaga [12]|Tipo 2|Este local ainda não tem conectores/,
  fails: /Tentar novamente/,
});
testMalformedResponses('file', 'the site', {
  open: open('charger/1'),
  shows: /Oficina Central/,
  fails: /Erro ao buscar site de carregamento/,
});
testMalformedResponses('addressSearch', 'the addresses', {
  async open(answers) {
    const view = open('')(answers);
    await view.user.type(await screen.findByRole('combobox', { name: 'Buscar endereço' }), 'vila');
    return view;
  },
  shows: /Vila M|endereço/,
  fails: /Tentar novamente/,
});
