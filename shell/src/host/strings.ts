export const strings = {
  loadFailure: 'Não foi possivel obter os dados do aplicativo. Por favor tente novamente.',
  crashed: 'Algo deu errado.',
  crashedText: 'Uma recarga em andamento continua normalmente. Recarregue a página para continuar.',
  reload: 'Recarregar',
};
