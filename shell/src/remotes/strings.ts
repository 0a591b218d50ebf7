export const strings = {
  stillLoading: 'Ainda carregando… A conexão parece lenta.',
  failureTitle: 'Não foi possível abrir esta tela.',
  failureText:
    'Verifique sua conexão ou seu bloqueador de anúncios. Uma recarga em andamento continua normalmente.',
};
