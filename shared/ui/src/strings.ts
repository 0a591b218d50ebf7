/** The kit's own words. */
export const strings = {
  back: 'Voltar',
  close: 'Fechar',
  cancel: 'Cancelar',
  confirm: 'Confirmar',
  retry: 'Tentar novamente',
  wait: 'Aguarde…',
  showPassword: 'Mostrar senha',
  hidePassword: 'Ocultar senha',
  notices: 'Avisos',
  loading: 'Carregando…',
} as const;
