/** UI strings for the map. */
import { isolate } from '@shared/brazil/isolate';

export const strings = {
  map: 'Mapa de locais de recarga',
  sites: 'Locais no mapa',
  zoomIn: 'Aproximar',
  zoomOut: 'Afastar',
  myLocation: 'Minha localização',
  attribution: 'Créditos do mapa',
  builtInBasemap: 'Mapa simplificado',
  chosen: 'Local escolhido',
  chosenMany: 'Locais neste ponto',
  slow: 'O mapa está demorando. Os locais estão na lista.',
  failure: 'Não foi possível abrir o mapa.',
  listRemains: 'Os locais continuam na lista.',
  /** Accessible name of a pin. */
  pin: (name: string, state: string) => `${isolate(name)}, ${state}`,
  /** Accessible name of a cluster: its number of sites, and how many have an available charger. */
  cluster: (count: number, available: number) => `${count} locais, ${available} com carregador disponível`,
  more: (count: number) => (count === 1 ? 'Mais 1 local na lista' : `Mais ${count} locais na lista`),
} as const;
