export const strings = {
  unavailable: 'Esta parte ainda não está disponível.',
  unavailableText: 'Volte mais tarde. Suas recargas e seu saldo continuam como estão.',
  home: 'Ir para o início',
  viewerNotFound: 'Este painel não existe.',
  viewerNotFoundText: 'Confira o endereço.',
  notFound: 'Page Not Found',
  notFoundText: 'Esta página não existe.',
};
