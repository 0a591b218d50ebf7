export const strings = {
  stillLoading: 'Ainda carregando… A conexão parece lenta.',
  failureTitle: 'Não foi possível abrir esta tela.',
  failureText: 'Verifique sua conexão. Uma recarga em andamento continua normalmente.',
};
