export const strings = {
  terms: 'Termos de uso',
  privacy: 'Política de privacidade',
  onCompanyPage: 'Abrir no site da empresa',
};
