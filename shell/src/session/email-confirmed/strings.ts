export const strings = {
  title: 'Email confirmado!',
  text: 'Sua conta está pronta. Faça login para começar a recarregar.',
} as const;
