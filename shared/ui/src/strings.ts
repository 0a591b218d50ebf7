/** Words used across the product. */
export const words = {
  back: 'Voltar',
  close: 'Fechar',
  cancel: 'Cancelar',
  confirm: 'Confirmar',
  retry: 'Tentar novamente',
  failure: 'Falha',
  wait: 'Aguarde…',
  showPassword: 'Mostrar senha',
  hidePassword: 'Ocultar senha',
  notices: 'Avisos',
  loading: 'Carregando…',
  networkFailure: 'Sua conexão está instável. Por favor, tente mais tarde.',
  serverFailure: 'Falha no servidor. Por favor tente novamente.',
  logOut: 'Sair',
} as const;
