/**
 * Parses responses of backends that differ in small ways: optional fields and list items that can't
 * be parsed are left out. Everything else that uses the same schemas (request bodies, our own
 * files) is parsed strictly.
 */
import * as z from 'zod/mini';

/** True only while `readLeniently` parses. */
let lenient = false;

/**
 * A schema that parses like `T` if the value is present, with the types of its input and output.
 */
type Defaulted<T extends z.ZodMiniType, D> = z.ZodMiniPipe<
  z.ZodMiniOptional<z.ZodMiniNullable<T>>,
  z.ZodMiniTransform<NonNullable<z.output<T>> | D>
>;

/**
 * A field with a default for when it is absent or null and, in a response, also when it can't be
 * parsed.
 */
export function withDefault<T extends z.ZodMiniType, D extends z.output<T> | undefined>(
  schema: T,
  fallback: D,
): Defaulted<T, D>;
export function withDefault(schema: z.ZodMiniType, fallback: unknown): z.ZodMiniType {
  return z.transform((value: unknown, { issues }) => {
    if (value === null || value === undefined) return fallback;
    const { data, error } = schema.safeParse(value);
    if (error && !lenient) issues.push(...issuesAt([], error));
    return error ? fallback : data;
  });
}

type List<T extends z.ZodMiniType> = z.ZodMiniPipe<z.ZodMiniArray<T>, z.ZodMiniTransform<z.output<T>[]>>;

/**
 * A list. In a response, items that can't be parsed are left out; a list with only such items
 * fails, because showing it as empty would state something false.
 */
export function list<T extends z.ZodMiniType>(item: T): List<T>;
export function list(item: z.ZodMiniType): z.ZodMiniType {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((items: unknown[], { issues }) => {
      const read = items.map((one) => item.safeParse(one));
      const kept = read.flatMap(({ success, data }) => (success ? [data] : []));
      if (!lenient || kept.length === 0)
        for (const [index, { error }] of read.entries()) if (error) issues.push(...issuesAt([index], error));
      return kept;
    }),
  );
}

const issuesAt = (place: number[], { issues }: z.core.$ZodError) =>
  issues.map((issue) => ({ ...issue, path: [...place, ...issue.path], input: undefined }));

export type LenientResult<T> = z.core.util.SafeParseResult<T> & {
  /**
   * Each place that doesn't match, such as `*.csLocation.coordinates`, with `*` for any index and
   * `(all)` for the whole.
   */
  unreadable: string[];
};

/** Parses JSON text. Returns undefined if it isn't JSON. */
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

/** Parses a response; leaves out optional fields and list items that can't be parsed. */
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
