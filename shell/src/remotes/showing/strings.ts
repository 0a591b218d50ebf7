export const strings = {
  stillLoading: 'Ainda carregando… A conexão parece lenta.',
  retry: 'Tentar novamente',
  failureTitle: 'Não foi possível abrir esta tela.',
  /** The server can be reached: the files are blocked, damaged, or fail. */
  failureText: 'Se você usa um bloqueador de anúncios, libere este site.',
  offlineText: 'Verifique sua conexão.',
  chargesGoOn: 'Uma recarga em andamento continua normalmente.',
};
