import { isolate } from '@shared/brazil/isolate';

export const strings = {
  login: 'Faça o login',
  statement: 'Exibir extrato',
  add: 'Adicionar',
  balance: 'Saldo',
  balanceHidden: 'Saldo oculto',
  hideBalance: 'Ocultar saldo',
  showBalance: 'Mostrar saldo',
  home: (brand: string) => `${isolate(brand)}: início`,
  account: 'Minha conta',
} as const;
