/** Labels of bill lines and price texts, for receipts and connectors. */
export const strings = {
  price: 'Preço',
  lines: {
    energy: 'Energia',
    charging: 'Tempo de recarga',
    start: 'Taxa de início',
    parking: 'Estacionamento',
    plugged: 'Tempo conectado',
    overstay: 'Permanência após a recarga',
    overstayPenalty: 'Multa por permanência',
    discount: 'Desconto',
    coupon: 'Cupom',
  },
  units: { kWh: '/kWh', min: '/min', once: '' },
  and: ' e ',
  penalty: (amount: string) => `multa de ${amount}`,
  after: (minutes: string) => ` após ${minutes} min`,
} as const;
