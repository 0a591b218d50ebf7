export const strings = {
  loading: 'Carregando',
  stillLoading: 'Ainda carregando… A conexão parece lenta.',
  failureTitle: 'Não foi possível abrir esta tela.',
  failureText: 'Verifique sua conexão. Uma recarga em andamento continua normalmente.',
  retry: 'Tentar novamente',
  preview: (name: string, version: string) => `Prévia: ${name} ${version}`,
  endPreview: 'Sair da prévia',
};
