/** Places that the address search knows: São Paulo's neighbourhoods around the demo's sites. */
import type { AddressSuggestion } from '@shared/contract';
import type * as z from 'zod/mini';

const neighbourhoods: [name: string, lat: number, lng: number][] = [
  ['Anália Franco', -23.5556, -46.5631],
  ['Avenida Paulista', -23.5616, -46.6562],
  ['Barra Funda', -23.5222, -46.6649],
  ['Bela Vista', -23.5601, -46.6452],
  ['Bom Retiro', -23.5282, -46.6391],
  ['Brás', -23.5411, -46.6166],
  ['Brooklin', -23.6189, -46.6862],
  ['Butantã', -23.5711, -46.7083],
  ['Campo Belo', -23.6197, -46.6672],
  ['Casa Verde', -23.5072, -46.6588],
  ['Centro', -23.5505, -46.6333],
  ['Cerqueira César', -23.5583, -46.6711],
  ['Consolação', -23.5519, -46.6583],
  ['Higienópolis', -23.5446, -46.6577],
  ['Interlagos', -23.6789, -46.6771],
  ['Ipiranga', -23.5884, -46.6072],
  ['Itaim Bibi', -23.5838, -46.6769],
  ['Jabaquara', -23.6463, -46.6411],
  ['Jardim Paulista', -23.5677, -46.6614],
  ['Lapa', -23.5249, -46.6997],
  ['Liberdade', -23.5587, -46.6349],
  ['Moema', -23.6034, -46.6624],
  ['Mooca', -23.5572, -46.5988],
  ['Morumbi', -23.6131, -46.7277],
  ['Paraíso', -23.5752, -46.6421],
  ['Penha', -23.5287, -46.5423],
  ['Perdizes', -23.5371, -46.6738],
  ['Pinheiros', -23.5653, -46.6856],
  ['Pompeia', -23.5274, -46.6789],
  ['República', -23.5463, -46.6444],
  ['Santa Cecília', -23.5397, -46.6541],
  ['Santana', -23.5021, -46.6266],
  ['Santo Amaro', -23.6501, -46.7012],
  ['Saúde', -23.6174, -46.6389],
  ['Tatuapé', -23.5398, -46.5761],
  ['Vila Leopoldina', -23.5301, -46.7318],
  ['Vila Madalena', -23.5541, -46.6893],
  ['Vila Mariana', -23.5891, -46.6411],
  ['Vila Olímpia', -23.5955, -46.6863],
];
const MOST = 8;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Places whose name holds the text, accents aside; those that begin with it first. */
export function findAddresses(text: string): z.input<typeof AddressSuggestion>[] {
  const wanted = plain(text);
  if (wanted === '') return [];
  const rank = (name: string) => (plain(name).startsWith(wanted) ? 0 : 1);
  return neighbourhoods
    .filter(([name]) => plain(`${name}, São Paulo - SP`).includes(wanted))
    .sort(([a], [b]) => rank(a) - rank(b))
    .slice(0, MOST)
    .map(([name, latitude, longitude]) => ({
      placeId: plain(name).replaceAll(' ', '-'),
      formattedAddress: `${name}, São Paulo - SP`,
      coordinates: { latitude, longitude },
    }));
}
