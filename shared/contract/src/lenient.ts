/**
 * Parses responses of backends that differ in small ways: optional fields and list items that can't
 * be parsed are left out. Request bodies and our own files use the same schemas strictly.
 */
import * as z from 'zod/mini';

/** True only while `readLeniently` parses. */
let lenient = false;

/**
 * Accepted input of schemas that check it in code. Read by tools that describe the schemas, because
 * a transform doesn't show what it accepts.
 */
export const acceptedBy = new WeakMap<z.core.$ZodType, () => z.ZodMiniType>();

/** Declares what `schema` accepts, and returns it. */
export function accepting(accepted: () => z.ZodMiniType, schema: z.ZodMiniType): z.ZodMiniType {
  acceptedBy.set(schema, accepted);
  return schema;
}

type Defaulted<T extends z.ZodMiniType, D> = z.ZodMiniPipe<
  z.ZodMiniOptional<z.ZodMiniNullable<T>>,
  z.ZodMiniTransform<NonNullable<z.output<T>> | D>
>;

/** Schemas with the default `undefined`, made once: a page makes hundreds of optional texts at its start. */
const optionals = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/** A default for a field that is absent, null or, in a response, can't be parsed. */
export function withDefault<T extends z.ZodMiniType, D extends z.output<T> | undefined>(
  schema: T,
  fallback: D,
): Defaulted<T, D>;
export function withDefault(schema: z.ZodMiniType, fallback: unknown): z.ZodMiniType {
  if (fallback !== undefined) return makeDefaulted(schema, fallback);
  const optional = optionals.get(schema) ?? makeDefaulted(schema, fallback);
  optionals.set(schema, optional);
  return optional;
}

const makeDefaulted = (schema: z.ZodMiniType, fallback: unknown) =>
  accepting(
    () => z.nullish(schema),
    z.transform((value: unknown, { issues }) => {
      if (value === null || value === undefined) return fallback;
      const { data, error } = schema.safeParse(value);
      if (error && !lenient) issues.push(...issuesAt([], error));
      return error ? fallback : data;
    }),
  );

type List<T extends z.ZodMiniType> = z.ZodMiniPipe<z.ZodMiniArray<T>, z.ZodMiniTransform<z.output<T>[]>>;

/**
 * A list. In a response, items that can't be parsed are left out; a list with only such items
 * is invalid, because showing it as empty would be false.
 */
export function list<T extends z.ZodMiniType>(item: T): List<T>;
export function list(item: z.ZodMiniType): z.ZodMiniType {
  return accepting(
    () => z.array(item),
    z.pipe(
      z.array(z.unknown()),
      z.transform((items: unknown[], { issues }) => {
        const read = items.map((value) => item.safeParse(value));
        const kept = read.flatMap(({ success, data }) => (success ? [data] : []));
        if (!lenient || kept.length === 0)
          for (const [index, { error }] of read.entries())
            if (error) issues.push(...issuesAt([index], error));
        return kept;
      }),
    ),
  );
}

/** Returns a part's issues, with `place` prepended to their paths. */
export const issuesAt = (place: number[], { issues }: z.core.$ZodError) =>
  issues.map((issue) => ({ ...issue, path: [...place, ...issue.path], input: undefined }));

export type LenientResult<T> = z.core.util.SafeParseResult<T> & {
  /** Places that don't match: `*.csLocation.coordinates` (`*` is any index), `(all)` for all. */
  unreadable: string[];
};

/** Returns undefined if the text isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a field of a response that is JSON text. Returns undefined if it can't be read. */
export const readJson = <T extends z.ZodMiniType>(schema: T, json = '') =>
  readLeniently(schema, parseJson(json)).data;

/** Parses `value`, leaving out optional fields and list items that can't be parsed. */
export function readLeniently<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
): LenientResult<z.output<T>> {
  const strict = schema.safeParse(value);
  const places = strict.error?.issues.map(
    ({ path }) => path.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.') || '(all)',
  );
  const unreadable = [...new Set(places)];
  if (strict.success) return { ...strict, unreadable };
  lenient = true;
  try {
    return { ...schema.safeParse(value), unreadable };
  } finally {
    lenient = false;
  }
}
