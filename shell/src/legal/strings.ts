export const strings = {
  terms: 'Termos de uso',
  privacy: 'Política de privacidade',
  onSite: 'Abrir no site da empresa',
  network: 'Sua conexão está instável. Por favor, tente mais tarde.',
  server: 'Falha no servidor. Por favor tente novamente.',
};
