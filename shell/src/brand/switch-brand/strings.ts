export const strings = {
  text: (brand: string) =>
    `Este aparelho sempre abre o app com ${brand}. Para usar outra operadora, deixe esta primeiro.`,
  question: (brand: string) => `Deixar ${brand}?`,
  keeps: (brand: string) =>
    `Sua conta, seu saldo e suas recargas em ${brand} continuam como estão. Para voltar, abra o link de ${brand}.`,
  left: (brand: string) => `Pronto, você deixou ${brand}`,
  leftText: 'Agora abra o link da outra operadora neste aparelho.',
  continueWith: (brand: string) => `Continuar com ${brand}`,
  returnTo: (brand: string) => `Voltar para ${brand}`,
};
