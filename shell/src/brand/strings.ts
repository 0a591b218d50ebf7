export const strings = {
  loadFailure: 'Não foi possivel obter os dados do aplicativo. Por favor tente novamente.',
};
