/**
 * Reading of answers from backends that differ in small ways: what a screen can do without is left out when it can't be
 * parsed. Whatever else is parsed with the same schemas (request bodies, files of ours) is read strictly.
 */
import * as z from 'zod/mini';

/** True only while `readLeniently` parses. */
let lenient = false;

/** Stands for a value that its schema refused, until `withDefault` or `list` replaces it. */
class Unreadable {
  readonly issues;
  constructor(issues: readonly z.core.$ZodIssue[]) {
    this.issues = issues.map(({ path, message }) => ({
      code: 'custom' as const,
      path,
      message,
      input: undefined,
    }));
  }
}
const toUnreadable = ({ error }: z.core.$ZodCatchCtx) => new Unreadable(error.issues);

type Defaulted<T extends z.ZodMiniType, D> = z.ZodMiniPipe<
  z.ZodMiniCatch<z.ZodMiniOptional<z.ZodMiniNullable<T>>>,
  z.ZodMiniTransform<NonNullable<z.output<T>> | D>
>;

/** A field that takes a default when it is absent or null, and in an answer also when it can't be parsed. */
export function withDefault<T extends z.ZodMiniType, D extends z.output<T> | undefined>(
  schema: T,
  fallback: D,
): Defaulted<T, D>;
export function withDefault(schema: z.ZodMiniType, fallback: unknown): z.ZodMiniType {
  return z.pipe(
    z.catch(z.nullish(schema), toUnreadable),
    z.transform((value: unknown, { issues }) => {
      if (!(value instanceof Unreadable)) return value ?? fallback;
      if (!lenient) issues.push(...value.issues);
      return fallback;
    }),
  );
}

type List<T extends z.ZodMiniType> = z.ZodMiniPipe<
  z.ZodMiniArray<z.ZodMiniCatch<T>>,
  z.ZodMiniTransform<z.output<T>[]>
>;

/**
 * A list. In an answer, an item that can't be parsed is left out; a list of nothing but such items fails, since showing
 * it as empty would state something false.
 */
export function list<T extends z.ZodMiniType>(item: T): List<T>;
export function list(item: z.ZodMiniType): z.ZodMiniType {
  return z.pipe(
    z.array(z.catch(item, toUnreadable)),
    z.transform((items: unknown[], { issues }) => {
      const kept = items.filter((one) => !(one instanceof Unreadable));
      if (lenient && kept.length > 0) return kept;
      for (const [index, one] of items.entries())
        if (one instanceof Unreadable)
          issues.push(...one.issues.map((issue) => ({ ...issue, path: [index, ...issue.path] })));
      return kept;
    }),
  );
}

export type LenientResult<T> =
  | { success: true; data: T; unreadable: string[] }
  | { success: false; data?: undefined; unreadable: string[] };

/**
 * Parses an answer, without the optional fields and the list items that can't be parsed.
 * `unreadable` lists each place that doesn't fit, such as `*.csLocation.coordinates`, with `*` for any
 * index and `(all)` for the whole.
 */
export function readLeniently<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
): LenientResult<z.output<T>> {
  const strict = schema.safeParse(value);
  if (strict.success) return { success: true, data: strict.data, unreadable: [] };
  const places = strict.error.issues.map(
    ({ path }) => path.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.') || '(all)',
  );
  const unreadable = [...new Set(places)];
  lenient = true;
  try {
    const { data, success } = schema.safeParse(value);
    return success ? { success, data, unreadable } : { success, unreadable };
  } finally {
    lenient = false;
  }
}
