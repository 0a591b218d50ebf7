/** Coarse hand-drawn map of Brazil for low zoom levels, in pairs of `longitude latitude`. */

export const COUNTRY =
  '-60.2 5.2,-59.9 2.4,-58.9 1.3,-56.5 1.9,-54.6 2.4,-52.6 2.2,-51.6 4.2,-50 1.8,-50.4 -0.1,-48.4 -0.3,-47 -0.7,-44.3 -2.5,-41.5 -2.9,-39.9 -2.8,-38.5 -3.7,-36.8 -4.9,-35.3 -5.2,-34.8 -7.1,-35.1 -9,-36.5 -10.6,-37.4 -11.6,-38.5 -13,-39 -14.8,-39.1 -17.7,-39.7 -19.6,-40.9 -21.9,-42 -23,-43.2 -23,-44.6 -23.1,-45.4 -23.8,-46.3 -23.98,-46.9 -24.25,-47.9 -25.1,-48.6 -26,-48.6 -27.5,-48.8 -28.6,-50 -29.8,-51 -31.1,-52.1 -32.2,-53.4 -33.7,-53.5 -32.5,-55.6 -30.9,-57.6 -30.2,-55.8 -28.3,-54 -27.2,-53.7 -26.3,-54.6 -25.6,-54.3 -24.1,-55.6 -22.3,-57.9 -22.1,-57.9 -20,-58.2 -17.5,-60.2 -16.3,-60.4 -13.9,-62.8 -13,-65.3 -11.5,-65.3 -9.8,-68.6 -11.1,-70.6 -11,-70.6 -9.5,-72.2 -10,-73.2 -9.4,-74 -7.5,-73.1 -5.2,-69.9 -4.3,-69.4 -1.1,-70 0.6,-69.8 1.7,-67.3 2.2,-66.9 1.2,-64 1.6,-63.4 2.2,-64.2 4.1,-61.9 4.2';

/** `from` is the zoom level at which the name appears. */
export const CAPITALS: { name: string; from: number; at: string }[] = [
  { name: 'São Paulo', from: 3, at: '-46.634 -23.55' },
  { name: 'Rio de Janeiro', from: 3, at: '-43.2 -22.91' },
  { name: 'Brasília', from: 3, at: '-47.93 -15.78' },
  { name: 'Salvador', from: 3, at: '-38.5 -12.97' },
  { name: 'Fortaleza', from: 3, at: '-38.54 -3.73' },
  { name: 'Manaus', from: 3, at: '-60.02 -3.1' },
  { name: 'Belém', from: 3, at: '-48.49 -1.46' },
  { name: 'Recife', from: 3, at: '-34.9 -8.05' },
  { name: 'Porto Alegre', from: 3, at: '-51.22 -30.03' },
  { name: 'Belo Horizonte', from: 4, at: '-43.94 -19.92' },
  { name: 'Curitiba', from: 4, at: '-49.27 -25.43' },
  { name: 'Goiânia', from: 4.5, at: '-49.25 -16.68' },
  { name: 'Florianópolis', from: 5, at: '-48.55 -27.6' },
  { name: 'Vitória', from: 5, at: '-40.31 -20.32' },
  { name: 'Campo Grande', from: 4, at: '-54.62 -20.45' },
  { name: 'Cuiabá', from: 4, at: '-56.1 -15.6' },
  { name: 'São Luís', from: 4, at: '-44.3 -2.53' },
  { name: 'Natal', from: 5, at: '-35.2 -5.79' },
  { name: 'João Pessoa', from: 5, at: '-34.86 -7.12' },
  { name: 'Maceió', from: 5, at: '-35.74 -9.65' },
  { name: 'Aracaju', from: 5, at: '-37.07 -10.91' },
  { name: 'Teresina', from: 4, at: '-42.8 -5.09' },
  { name: 'Palmas', from: 4, at: '-48.33 -10.18' },
  { name: 'Porto Velho', from: 4, at: '-63.9 -8.76' },
  { name: 'Rio Branco', from: 4, at: '-67.81 -9.97' },
  { name: 'Boa Vista', from: 4, at: '-60.67 2.82' },
  { name: 'Macapá', from: 4, at: '-51.06 0.03' },
  { name: 'Campinas', from: 7, at: '-47.06 -22.91' },
  { name: 'Santos', from: 7, at: '-46.33 -23.95' },
  { name: 'São José dos Campos', from: 7, at: '-45.88 -23.18' },
  { name: 'Sorocaba', from: 7.5, at: '-47.46 -23.5' },
  { name: 'Jundiaí', from: 8, at: '-46.88 -23.19' },
  { name: 'Mogi das Cruzes', from: 8.5, at: '-46.19 -23.52' },
];
