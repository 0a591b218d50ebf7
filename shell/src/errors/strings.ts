export const strings = {
  crashed: 'Algo deu errado.',
  crashedText: 'Uma recarga em andamento continua normalmente. Recarregue a página para continuar.',
  reload: 'Recarregar',
};
