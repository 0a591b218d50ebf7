export const strings = {
  notFound: 'Operadora não encontrada',
  notFoundText: (brand: string) => `Confira o endereço do link. Por enquanto, o app abriu com ${brand}.`,
  loadFailure: 'Não foi possivel obter os dados do aplicativo. Por favor tente novamente.',
};
