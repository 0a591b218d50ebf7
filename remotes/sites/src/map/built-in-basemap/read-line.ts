export type Point = [lng: number, lat: number];

/** Parses `-46.6 -23.5,-46.7 -23.6`, in degrees. */
export const inDegrees = (line: string): Point[] => points(line, (lng, lat) => [lng, lat]);

/** Parses `6559 5614,6473 5689`, in 1/10,000 degrees west of 46° W and south of 23° S. */
export const inCity = (line: string): Point[] =>
  points(line, (west, south) => [-46 - west / 1e4, -23 - south / 1e4]);

function points(line: string, at: (first: number, second: number) => Point): Point[] {
  return line.split(',').map((pair) => {
    const [first = Number.NaN, second = Number.NaN] = pair.split(' ').map(Number);
    return at(first, second);
  });
}
