export const strings = {
  switchBrand: 'Trocar de operadora',
  switchText: (brand: string) =>
    `Este aparelho sempre abre o app com ${brand}. Para usar outra operadora, deixe esta primeiro.`,
  switchQuestion: (brand: string) => `Deixar ${brand}?`,
  switchKeeps: (brand: string) =>
    `Sua conta, seu saldo e suas recargas em ${brand} continuam como estão. Para voltar, é só abrir o link de ${brand}.`,
  left: (brand: string) => `Pronto, você deixou ${brand}`,
  leftText: 'Agora abra o link da outra operadora neste aparelho.',
  continueWith: (brand: string) => `Continuar com ${brand}`,
  returnTo: (brand: string) => `Voltar para ${brand}`,
  loadFailure: 'Não foi possivel obter os dados do aplicativo. Por favor tente novamente.',
};
