/**
 * Features of the built-in basemap as GeoJSON; the style selects them by `kind`. It is an approximate
 * hand-drawn map of São Paulo, and a coarse one of Brazil for low zoom levels, to show where a pin is
 * when no real map loads. Not derived from any data set. In the files, `from` is the zoom level at
 * which a name appears, and `width` 1 is a street, 2 an avenue, 3 an expressway or a main avenue.
 */
import brazil from './brazil.json' with { type: 'json' };
import city from './sao-paulo.json' with { type: 'json' };

type Geometry =
  | { type: 'Polygon'; coordinates: Point[][] }
  | { type: 'LineString'; coordinates: Point[] }
  | { type: 'Point'; coordinates: Point };

const feature = (kind: string, geometry: Geometry, properties: Record<string, string | number> = {}) => ({
  type: 'Feature' as const,
  geometry,
  properties: { kind, ...properties },
});

const closed = (points: Point[]) => points.concat(points.slice(0, 1));
const area = (points: Point[]): Geometry => ({ type: 'Polygon', coordinates: [closed(points)] });
const line = (points: Point[]): Geometry => ({ type: 'LineString', coordinates: points });
const point = (at: Point | undefined): Geometry => ({ type: 'Point', coordinates: at ?? [0, 0] });

function middle(points: Point[]): Point {
  const sum = (index: 0 | 1) => points.reduce((total, at) => total + at[index], 0);
  return [sum(0) / points.length, sum(1) / points.length];
}

/** Part of a river, between its first and last bridge, with expressways on both banks. */
const banks = (river: string, from: number, to: number) => inCity(river).slice(from, to);

/** As far north and south as a map in Mercator's projection reaches. */
const WORLD: Point[] = [
  [-180, -85],
  [180, -85],
  [180, 85],
  [-180, 85],
];

export function builtInFeatures() {
  const parks = city.parks.map(({ name, area: outline }) => ({ name, outline: inCity(outline) }));
  return {
    type: 'FeatureCollection' as const,
    features: [
      feature('abroad', { type: 'Polygon', coordinates: [closed(WORLD), closed(inDegrees(brazil.country))] }),
      feature('city', area(inCity(city.city))),
      ...parks.map(({ outline }) => feature('park', area(outline))),
      feature('airport', area(inCity(city.airport))),
      ...city.reservoirs.map((outline) => feature('lake', area(inCity(outline)))),
      feature('river', line(inCity(city.tiete)), { name: 'Rio Tietê', width: 2 }),
      feature('river', line(inCity(city.pinheiros)), { name: 'Rio Pinheiros', width: 2 }),
      feature('river', line(inCity(city.tamanduatei)), { name: 'Tamanduateí', width: 1 }),
      feature('bank', line(banks(city.tiete, 7, 19)), { name: 'Marginal Tietê' }),
      feature('bank', line(banks(city.pinheiros, 0, 17)), { name: 'Marginal Pinheiros' }),
      ...city.roads.map(({ name, width, line: course }) =>
        feature('road', line(inCity(course)), { name, width }),
      ),
      ...parks.map(({ name, outline }) =>
        feature('place', point(middle(outline)), { name, from: 13, words: 'park' }),
      ),
      ...city.places.map(({ name, from, at, words = 'place' }) =>
        feature('place', point(inCity(at)[0]), { name, from, words }),
      ),
      ...brazil.capitals.map(({ name, from, at }) =>
        feature('place', point(inDegrees(at)[0]), { name, from, until: 10, words: 'place' }),
      ),
    ],
  };
}

type Point = [lng: number, lat: number];

/** Parses `-46.6 -23.5,-46.7 -23.6`, in degrees. */
const inDegrees = (line: string): Point[] => points(line, (lng, lat) => [lng, lat]);

/** Parses `6559 5614,6473 5689`, in 1/10,000 degrees west of 46° W and south of 23° S. */
const inCity = (line: string): Point[] =>
  points(line, (west, south) => [-46 - west / 1e4, -23 - south / 1e4]);

function points(line: string, at: (first: number, second: number) => Point): Point[] {
  return line.split(',').map((pair) => {
    const [first = Number.NaN, second = Number.NaN] = pair.split(' ').map(Number);
    return at(first, second);
  });
}
