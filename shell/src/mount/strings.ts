export const strings = { loadFailure: 'Não foi possível carregar esta tela.' };
