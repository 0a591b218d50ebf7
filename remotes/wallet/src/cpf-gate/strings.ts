/** UI strings for the dialog about a missing CPF. */
export const strings = {
  title: 'CPF necessário',
  text: 'Para adicionar créditos, precisamos do seu CPF. Informe-o no seu perfil e volte para cá.',
  profile: 'Ir para o perfil',
} as const;
