import { isolate } from '@shared/brazil/isolate';

export const strings = {
  text: (brand: string) =>
    `Este aparelho sempre abre o app com ${isolate(brand)}. Para usar outra operadora, deixe esta primeiro.`,
  question: (brand: string) => `Deixar ${isolate(brand)}?`,
  keeps: (brand: string) =>
    `Sua conta, seu saldo e suas recargas em ${isolate(brand)} continuam como estão. Para voltar, abra o link de ${isolate(brand)}.`,
  left: (brand: string) => `Pronto, você deixou ${isolate(brand)}`,
  leftText: 'Agora abra o link da outra operadora neste aparelho.',
  continueWith: (brand: string) => `Continuar com ${isolate(brand)}`,
  returnTo: (brand: string) => `Voltar para ${isolate(brand)}`,
};
