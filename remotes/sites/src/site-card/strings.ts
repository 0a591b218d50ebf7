/** UI strings of a site's card. */
export const strings = {
  freeParking: 'Estacionamento grátis',
  upTo: (power: string) => `até ${power}`,
  from: 'a partir de',
  perKwh: '/kWh',
} as const;
