/** Derives malformed responses from a valid one, each malformed in one place. */

const ABSENT = Symbol('absent');
/** Replacements for a field: absence, and a value of each type. `[7]` has no readable item. */
const MALFORMED_VALUES = [ABSENT, null, 7, 'odd', true, [], [7], {}];

type Path = readonly (string | number)[];

/** Returns the path of every value in `value`; for a list, only within the first item. */
function pathsOf(value: unknown): Path[] {
  const entries = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(objectOr(value));
  const inner = [...entries].flatMap(([key, child]) => pathsOf(child).map((path) => [key, ...path]));
  return [[], ...inner];
}

const objectOr = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

function replaceAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement === ABSENT ? undefined : replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? replaceAt(item, rest, replacement) : item));
  const entries = Object.entries(objectOr(value)).flatMap(([name, child]) => {
    if (name !== key) return [[name, child] as const];
    return rest.length === 0 && replacement === ABSENT
      ? []
      : [[name, replaceAt(child, rest, replacement)] as const];
  });
  return Object.fromEntries(entries);
}

/** A place in a response, and the malformed responses there with distinct parsed results. */
export interface MalformedPlace {
  /** Such as `csLocation.coordinates`; `*` for an item of a list. */
  place: string;
  responses: unknown[];
}

/** A place with its malformed responses, each with the index of its value in `MALFORMED_VALUES`. */
interface PlaceWithKinds {
  place: string;
  cases: { kind: number; response: unknown }[];
}

function placesWithKinds(response: unknown, read: (response: unknown) => unknown): PlaceWithKinds[] {
  const seen = new Set([JSON.stringify(read(response))]);
  return pathsOf(response).map((path) => ({
    place: path.map((key) => (typeof key === 'number' ? '*' : key)).join('.') || 'all of it',
    cases: MALFORMED_VALUES.flatMap((value, kind) => {
      const malformed = replaceAt(response, path, value);
      const result = JSON.stringify(read(malformed)) ?? 'nothing';
      const isNew = !seen.has(result);
      seen.add(result);
      return isNew ? [{ kind, response: malformed }] : [];
    }),
  }));
}

/**
 * Replaces every value of `response` in turn. Responses for which `read` returns the same result
 * look the same to a screen, so only the first of them is kept.
 */
export function malformedPlaces(response: unknown, read: (response: unknown) => unknown): MalformedPlace[] {
  return placesWithKinds(response, read).map(({ place, cases }) => ({
    place,
    responses: cases.map((malformed) => malformed.response),
  }));
}

/**
 * Returns a sample of `malformedPlaces`: up to `count` responses of each place, and at least one
 * with each kind of value. The samples of all seeds together contain all responses.
 */
export function sampledPlaces(
  response: unknown,
  read: (response: unknown) => unknown,
  { count, seed }: { count: number; seed: number },
): MalformedPlace[] {
  const places = placesWithKinds(response, read).map(({ place, cases }, index) => {
    const start = cases.length && (seed + index) % cases.length;
    return { place, rotated: [...cases.slice(start), ...cases.slice(0, start)] };
  });
  const sampled = new Set(places.flatMap(({ rotated }) => rotated.slice(0, count)));
  const kinds = new Set(Array.from(sampled, ({ kind }) => kind));
  const start = places.length && seed % places.length;
  for (const { rotated } of [...places.slice(start), ...places.slice(0, start)])
    for (const malformed of rotated)
      if (!kinds.has(malformed.kind)) {
        kinds.add(malformed.kind);
        sampled.add(malformed);
      }
  return places.map(({ place, rotated }) => ({
    place,
    responses: rotated.filter((malformed) => sampled.has(malformed)).map(({ response }) => response),
  }));
}

/** Returns the places in `response` that `read` accesses but that are missing. */
export function missingPlaces(response: unknown, read: (response: unknown) => unknown): string[] {
  const missing = new Set<string>();
  const watched = (value: unknown, place: string): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : new Proxy(value, {
          get(target, key, receiver) {
            const inner = `${place}.${String(key)}`;
            if (typeof key === 'string' && !Array.isArray(target) && !(key in target))
              missing.add(inner.slice(1));
            return watched(Reflect.get(target, key, receiver), inner);
          },
        });
  read(watched(response, ''));
  return [...missing];
}
