/**
 * Words that several features use, but not the home screen. They aren't part of `words`, which
 * every page loads before its first screen.
 */
export const CHARGE_ENDED = 'Recarga finalizada';
export const ENERGY = 'Energia';
export const SWITCH_BRAND = 'Trocar de operadora';
export const SUPPORT = {
  whatsapp: 'Ajuda por WhatsApp',
  phone: 'Ajuda por telefone',
  email: 'Ajuda por e-mail',
};
