export const strings = {
  unavailable: 'Esta parte ainda não está disponível.',
  unavailableText: 'Volte mais tarde. Suas recargas e seu saldo continuam como estão.',
  home: 'Ir para o início',
  choose: 'Qual tela você quer abrir?',
  chooseText: 'Complete o endereço com a tela e o número do local.',
  viewerNotFound: 'Este painel não existe.',
  viewerNotFoundText: 'Confira o endereço.',
  notFound: 'Page Not Found',
  notFoundText: 'Esta página não existe.',
};
