/** Neighbourhoods of São Paulo, and popular places. */
interface KnownPlace {
  name: string;
  city: string;
  uf: string;
  lat: number;
  lng: number;
}

type Spot = [name: string, lat: number, lng: number];

const ofSaoPaulo: Spot[] = [
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
  ['Aeroporto de Congonhas', -23.6261, -46.6564],
  ['Allianz Parque', -23.5275, -46.6784],
  ['Estação da Luz', -23.5345, -46.635],
  ['Estádio do Morumbi', -23.6001, -46.72],
  ['MASP', -23.5614, -46.6559],
  ['Mercado Municipal', -23.5418, -46.6296],
  ['Neo Química Arena', -23.5453, -46.4742],
  ['Parque Ibirapuera', -23.5874, -46.6576],
  ['Terminal Rodoviário Tietê', -23.5163, -46.624],
];

const elsewhere: [city: string, uf: string, spots: Spot[]][] = [
  ['Guarulhos', 'SP', [['Aeroporto Internacional de Guarulhos', -23.4356, -46.4731]]],
  ['Campinas', 'SP', [['Aeroporto de Viracopos', -23.0074, -47.1345]]],
  [
    'Rio de Janeiro',
    'RJ',
    [
      ['Aeroporto do Galeão', -22.8099, -43.2506],
      ['Aeroporto Santos Dumont', -22.9104, -43.1631],
      ['Barra da Tijuca', -23.0004, -43.3659],
      ['Copacabana', -22.9711, -43.1822],
      ['Cristo Redentor', -22.9519, -43.2105],
      ['Ipanema', -22.9838, -43.2045],
      ['Maracanã', -22.9121, -43.2302],
    ],
  ],
  ['Belo Horizonte', 'MG', [['Pampulha', -19.8519, -43.9709]]],
  ['Confins', 'MG', [['Aeroporto de Confins', -19.6244, -43.9719]]],
  [
    'Brasília',
    'DF',
    [
      ['Aeroporto de Brasília', -15.8697, -47.9172],
      ['Esplanada dos Ministérios', -15.7975, -47.873],
    ],
  ],
];

const all: [city: string, uf: string, spots: Spot[]][] = [['São Paulo', 'SP', ofSaoPaulo], ...elsewhere];

export const knownPlaces: KnownPlace[] = all.flatMap(([city, uf, spots]) =>
  spots.map(([name, lat, lng]) => ({ name, city, uf, lat, lng })),
);
