export const strings = {
  terms: 'Termos de uso',
  privacy: 'Política de privacidade',
  onSite: 'Abrir no site da empresa',
};
