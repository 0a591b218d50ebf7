/** What a backend that differs in one place may send, made from a response that fits. */

const ABSENT = Symbol('absent');
/** In place of a field: nothing, and a value of each type. A list of one number is a list without a readable item. */
const MALFORMED_VALUES = [ABSENT, null, 7, 'odd', true, [], [7], {}];

type Path = readonly (string | number)[];

/** Returns the path of every value in `value`; of a list's items, those of the first. */
function pathsOf(value: unknown): Path[] {
  const entries = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(objectOr(value));
  const inner = [...entries].flatMap(([key, child]) => pathsOf(child).map((path) => [key, ...path]));
  return [[], ...inner];
}

const objectOr = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

function replaced(value: unknown, [key, ...rest]: Path, odd: unknown): unknown {
  if (key === undefined) return odd === ABSENT ? undefined : odd;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? replaced(item, rest, odd) : item));
  const entries = Object.entries(objectOr(value)).flatMap(([name, child]) => {
    if (name !== key) return [[name, child] as const];
    return rest.length === 0 && odd === ABSENT ? [] : [[name, replaced(child, rest, odd)] as const];
  });
  return Object.fromEntries(entries);
}

/** A place of a response, and the odd responses there that are read differently from all others. */
export interface MalformedPlace {
  /** Such as `csLocation.coordinates`; `*` for an item of a list. */
  place: string;
  responses: unknown[];
}

/**
 * Replaces every value of `response` in turn. Responses that `read` returns the same result for look the same to a screen,
 * so only the first of them is kept.
 */
export function malformedPlaces(response: unknown, read: (response: unknown) => unknown): MalformedPlace[] {
  const seen = new Set([JSON.stringify(read(response))]);
  return pathsOf(response).map((path) => ({
    place: path.map((key) => (typeof key === 'number' ? '*' : key)).join('.') || 'all of it',
    responses: MALFORMED_VALUES.map((odd) => replaced(response, path, odd)).filter((odd) => {
      const result = JSON.stringify(read(odd)) ?? 'nothing';
      const isNew = !seen.has(result);
      seen.add(result);
      return isNew;
    }),
  }));
}

/** Returns the places that `read` looks at in `response` and doesn't find. */
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
