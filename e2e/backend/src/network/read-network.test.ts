import { expect, test } from '@rstest/core';
import { parseNetwork, readNetwork } from './read-network.ts';

const FILE = `brands: [faisca]
openingHours:
  office: { daily: 07:00-20:00, sunday: closed }
prices:
  Por kWh:
    - PriceKwh: 1.9
chargePointModels:
  Duo: &duo
    manufacturer: Voltara
    connectors:
      - { plug: type2, current: AC, maxPowerKw: 22 }
      - { plug: type2, current: AC, maxPowerKw: 22 }
sites:
  centro:
    name: Centro
    address: Rua A, 1
    lat: -23.5
    lng: -46.6
    brands: [faisca]
    hours: office
    price: Por kWh
    chargePoints:
      - id: CP-1
        code: '10001'
        model: Duo
        connectors: [Vaga 1, Vaga 2]
        secret: 0123456789abcdef0123
      - { id: CP-2, code: '10002', model: Duo, connectors: [Vaga 3, Vaga 4] }
coupons:
  - { brand: faisca, code: OI, percent: 10 }
operators:
  - { brand: faisca, email: olga@example.com, name: Olga }
  - { brand: faisca, email: oto@example.com, name: Oto }
`;
const LINES = FILE.split('\n');

/** Returns the problems of the file after a replacement. */
function problemsAfter(from: string, to: string): string[] {
  expect(FILE).toContain(from);
  try {
    parseNetwork(FILE.replace(from, to), 'network.yaml');
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
  return [];
}
const lineOf = (text: string) => LINES.findIndex((line) => line.includes(text)) + 1;

const fleetWith = (field: string) =>
  `[{ brand: faisca, email: olga@example.com, name: Olga, vehicles: [{ plate: ABC1D23, name: Van, make: Fiat, model: 500e, site: centro, ${field} }] }]`;

test('reads a valid file', () => {
  expect(Object.keys(parseNetwork(FILE, 'network.yaml').file.sites)).toEqual(['centro']);
});

test.each([
  [
    "code: '10001'",
    'code: 10001',
    'code: ',
    'sites.centro.chargePoints.0.code must be text; put a number in quotes',
  ],
  [
    "code: '10002'",
    "code: '10001'",
    'CP-2',
    'sites.centro.chargePoints.1.code there is another charge point with the code 10001',
  ],
  ['id: CP-2', 'id: CP-1', 'CP-2', "sites.centro.chargePoints.1.id there is another charge point 'CP-1'"],
  ['name: Centro', 'nome: Centro', 'name: Centro', 'sites.centro.nome is not known here'],
  ['lat: -23.5', 'lat: -230.5', 'lat:', 'sites.centro.lat must be at least -90'],
  ['    lng: -46.6\n', '', 'centro:', 'sites.centro.lng is missing'],
  ['price: Por kWh', 'price: Grátis', 'price: Por', "sites.centro.price there is no price 'Grátis'"],
  [
    'hours: office',
    'hours: always',
    'hours: office',
    "sites.centro.hours there is no openingHours entry 'always'",
  ],
  [
    '    brands: [faisca]',
    '    brands: [outra]',
    '    brands:',
    "sites.centro.brands.0 there is no brand 'outra'",
  ],
  [
    '[Vaga 3, Vaga 4]',
    '[Vaga 3]',
    'CP-2',
    "sites.centro.chargePoints.1.connectors must have 2 names: 'Duo' has that many connectors",
  ],
  [
    'plug: type2',
    'plug: type9',
    'plug: type2',
    'chargePointModels.Duo.connectors.0.plug must be one of type2, j1772, chademo, ccs1, ccs2',
  ],
  [
    'maxPowerKw: 22',
    'maxPowerKw: 22.25',
    'plug: type2',
    'chargePointModels.Duo.connectors.0.maxPowerKw must not have more than one decimal place',
  ],
  [
    '07:00-20:00',
    '7-20',
    'office:',
    'openingHours.office.daily must be a time span such as 07:00-19:00, or closed',
  ],
  [
    'maxPowerKw: 22',
    'maxPowerKw: 22, minPowerKw: 23',
    'plug: type2',
    'chargePointModels.Duo.connectors.0.minPowerKw must not exceed maxPowerKw',
  ],
  [
    'hours: office',
    'powerGroups: { quadro: 40 }',
    'hours: office',
    'sites.centro.powerGroups need the maxPowerKw of the site',
  ],
  [
    'id: CP-2',
    'powerGroup: quadro, id: CP-2',
    'id: CP-2',
    "sites.centro.chargePoints.1.powerGroup there is no powerGroups entry 'quadro'",
  ],
  [
    'hours: office',
    'powerPolicy: fast',
    'hours: office',
    'sites.centro.powerPolicy must be one of fair, battery, first',
  ],
  [
    'coupons:',
    `fleets: ${fleetWith('requiredKwh: 30')}\ncoupons:`,
    'coupons:',
    "fleets.0.vehicles.0.requiredKwh needs the vehicle's departure",
  ],
  [
    'coupons:',
    `fleets: ${fleetWith('departure: 6h')}\ncoupons:`,
    'coupons:',
    'fleets.0.vehicles.0.departure must be a time such as 06:30',
  ],
  ['- PriceKwh: 1.9', '- PriceKwh: -1', 'PriceKwh', 'prices.Por kWh.0.PriceKwh must be at least 0'],
  [
    '- PriceKwh: 1.9',
    "- { hours: '00:00-12:00', PriceKwh: 1 }",
    'Por kWh:',
    'prices.Por kWh must cover the day from 00:00 to 24:00 without gap or overlap',
  ],
  [
    '- PriceKwh: 1.9',
    '- { validFrom: 2026-01-01, PriceKwh: 1 }',
    'Por kWh:',
    'prices.Por kWh must have a price without validFrom, for the time before',
  ],
  [
    '- PriceKwh: 1.9',
    '- { validFrom: 2026-02-30, PriceKwh: 1 }',
    'PriceKwh',
    'prices.Por kWh.0.validFrom must be a date such as 2026-12-31, or a time such as 2026-12-31T18:00:00-03:00',
  ],
  ['percent: 10', 'percent: 10, value: 5', 'code: OI', 'coupons.0 must have either percent or value'],
  [
    'brand: faisca, email: olga',
    'brand: outra, email: olga',
    'email: olga',
    "operators.0.brand there is no brand 'outra'",
  ],
  [
    'email: oto@',
    'email: OLGA@',
    'email: oto@',
    "operators.1.email there is another operator 'olga@example.com' of the brand 'faisca'",
  ],
  [
    '  centro:',
    '  Centro:',
    'centro:',
    'sites.Centro as a name must be lower case letters, digits and dashes, beginning with a letter',
  ],
])('reports the line of %s → %s', (from, to, at, message) => {
  const problem = problemsAfter(from, to).find((line) => line.endsWith(`: ${message}`)) ?? '';
  expect(problem).toMatch(new RegExp(`^network\\.yaml:${lineOf(at)}:\\d+: `));
});

test('reports a connector at the place of another one in OCPP 2.0.1', () => {
  expect(problemsAfter('maxPowerKw: 22', 'maxPowerKw: 22, evse: 2')).toEqual([
    'network.yaml:12:9: chargePointModels.Duo.connectors.1 there is another connector 1 at EVSE 2',
  ]);
  expect(problemsAfter('maxPowerKw: 22', 'maxPowerKw: 22, evse: 2, connector: 2')).toEqual([]);
});

test('reports a charge point that needs more power than its site or its breaker has', () => {
  const [header = '', site = ''] = FILE.replace('maxPowerKw: 22', 'maxPowerKw: 22, minPowerKw: 4').split(
    'sites:',
  );
  const limited = (limits: string, group: string) => {
    const text = `${header}sites:${site.replace('hours: office', limits).replace('- { id: CP-2,', `- { id: CP-2, ${group}`)}`;
    try {
      parseNetwork(text, 'network.yaml');
    } catch (error) {
      return error instanceof Error ? error.message.split('\n').map((line) => line.replace(/^\S+ /, '')) : [];
    }
    return [];
  };
  const groups = 'powerGroups: { quadro: 3.5 }';
  expect(limited('maxPowerKw: 30', '')).toEqual([]);
  expect(limited('maxPowerKw: 3', '')).toEqual([
    'sites.centro.chargePoints.0.model needs more power than the 3 kW that it can get',
    'sites.centro.chargePoints.1.model needs more power than the 3 kW that it can get',
  ]);
  expect(limited(`maxPowerKw: 30\n    ${groups}`, 'powerGroup: quadro,')).toEqual([
    'sites.centro.chargePoints.1.model needs more power than the 3.5 kW that it can get',
  ]);
});

test('reports a limit below the least that a car needs by default, and connectors at one EVSE of a limited site', () => {
  const limited = (kw: number) => FILE.replace('hours: office', `maxPowerKw: ${kw}`);
  const problemsOf = (text: string) => {
    try {
      parseNetwork(text, 'network.yaml');
      return [];
    } catch (error) {
      return error instanceof Error ? error.message.split('\n').map((line) => line.replace(/^\S+ /, '')) : [];
    }
  };
  expect(problemsOf(limited(4.2))).toEqual([]);
  expect(problemsOf(limited(4.1))).toEqual([
    'sites.centro.chargePoints.0.model needs more power than the 4.1 kW that it can get',
    'sites.centro.chargePoints.1.model needs more power than the 4.1 kW that it can get',
  ]);
  const together = (text: string) =>
    text.replace('maxPowerKw: 22 }', 'maxPowerKw: 22, evse: 2, connector: 2 }');
  expect(problemsOf(together(FILE))).toEqual([]);
  expect(problemsOf(together(limited(30)))).toEqual([
    'sites.centro.chargePoints.0.model must not have several connectors at one EVSE: the site has maxPowerKw',
    'sites.centro.chargePoints.1.model must not have several connectors at one EVSE: the site has maxPowerKw',
  ]);
});

test('reports every problem at once', () => {
  expect(problemsAfter('lat: -23.5\n    lng: -46.6', 'lat: x\n    lng: y\n    z: 1')).toEqual([
    'network.yaml:17:5: sites.centro.lat must be a number',
    'network.yaml:18:5: sites.centro.lng must be a number',
    'network.yaml:19:5: sites.centro.z is not known here',
  ]);
});

test.each([
  'secret: short',
  'secret: [0123456789abcdef0123',
  'secret: "0123456789abcdef0123" x',
  'secret: 12345678901234567890123',
])('never quotes a secret: %s', (to) => {
  const problems = problemsAfter('secret: 0123456789abcdef0123', to);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.join('\n')).not.toMatch(/short\b(?! )|0123456789/);
});

test('reports invalid YAML and an empty file', () => {
  expect(problemsAfter('brands: [faisca]', 'brands: [faisca')[0]).toMatch(/^network\.yaml:\d+:\d+: /);
  expect(() => parseNetwork('', 'network.yaml')).toThrow('network.yaml:1:1: must be a mapping');
});

test('names a file that does not exist', async () => {
  await expect(readNetwork('/nowhere/network.yaml')).rejects.toThrow('/nowhere/network.yaml');
});

test('rejects text in another encoding, at its place', () => {
  const text = Buffer.from(FILE.replace('Centro', 'São João'), 'latin1').toString('utf8');
  expect(() => parseNetwork(text, 'network.yaml')).toThrow(/^network\.yaml:15:12: must be in UTF-8$/);
});
