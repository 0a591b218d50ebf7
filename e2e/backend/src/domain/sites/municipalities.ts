import { readFileSync } from 'node:fs';

/** A municipality, at the position of its seat. */
interface Municipality {
  /** IBGE code of seven digits; the first two are the state's. */
  ibge: string;
  name: string;
  uf: string;
  lat: number;
  lng: number;
  /** Approximate inhabitants in thousands, 0 if unknown: for ranking, not for display. */
  thousands: number;
}

/** All 5,571 municipalities of Brazil. `.docs/gazetteer.md` names the sources. */
export const municipalities: Municipality[] = readFileSync(
  new URL('./municipalities.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [ibge = '', name = '', uf = '', lat, lng, thousands] = line.split('\t');
    return { ibge, name, uf, lat: Number(lat), lng: Number(lng), thousands: Number(thousands) };
  });

export const stateNames: Record<string, string> = {
  AC: 'Acre',
  AL: 'Alagoas',
  AM: 'Amazonas',
  AP: 'Amapá',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MG: 'Minas Gerais',
  MS: 'Mato Grosso do Sul',
  MT: 'Mato Grosso',
  PA: 'Pará',
  PB: 'Paraíba',
  PE: 'Pernambuco',
  PI: 'Piauí',
  PR: 'Paraná',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RO: 'Rondônia',
  RR: 'Roraima',
  RS: 'Rio Grande do Sul',
  SC: 'Santa Catarina',
  SE: 'Sergipe',
  SP: 'São Paulo',
  TO: 'Tocantins',
};
