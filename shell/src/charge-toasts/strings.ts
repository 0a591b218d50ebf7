import { isolate } from '@shared/brazil/isolate';

export const strings = {
  receipt: 'Recibo',
  connector: (number: string) => `Conector ${number}`,
  details: 'Ver detalhes',
  turn: 'É a sua vez',
  turnAt: (connector: string, minutes: number, site: string) =>
    `${/^\d+$/.test(connector) ? `Conector ${connector}` : isolate(connector)}, por ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}, em ${isolate(site)}.`,
  toSite: 'Ver local',
};
