/** Words of the question for the CPF (specification, section 5). */
export const strings = {
  title: 'CPF necessário',
  text: 'Para adicionar créditos, precisamos do seu CPF. Informe-o no seu perfil e volte para cá.',
  profile: 'Ir para o perfil',
  cancel: 'Cancelar',
} as const;
