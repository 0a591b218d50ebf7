/**
 * Field types of all responses. Unknown keys are accepted, optional fields may be absent or null,
 * and an id may be a number or a string.
 *
 * The page's first script contains the parts of zod that the contract uses, so it avoids
 * `z.minLength`, `z.int`, `z.record`, `z.tuple` and `z.discriminatedUnion`.
 */
import * as z from 'zod/mini';
import { withDefault } from './lenient.ts';

export const nonEmpty = z.string().check(z.refine((text) => text !== ''));

export const id = z.pipe(
  z.union([nonEmpty, z.number()]),
  z.transform((value: string | number) => String(value)),
);

/** Absent and null are read as `undefined`; in a response, so is a field that can't be parsed. */
export const optional = <T extends z.ZodMiniType>(schema: T) => withDefault(schema, undefined);

/**
 * A field with a default. If it is present but can't be parsed, its object is invalid:
 * treating it as absent would show something false.
 */
export const strictWithDefault = <T extends z.ZodMiniType, D extends z.output<T> | undefined>(
  schema: T,
  fallback: D,
) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value: z.output<T> | null | undefined): NonNullable<z.output<T>> | D => value ?? fallback),
  );

/** A finite number; numeric text is accepted as well. */
export const number = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?$/))]),
  z.transform((value: number | string) => Number(value)),
);

export const wholeNumber = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z
    .number()
    .check(
      z.refine(
        (value) => Number.isSafeInteger(value) && value >= min && value <= max,
        `not a whole number from ${min} to ${max}`,
      ),
    );

/** An object with any keys. */
export function recordOf<T extends z.ZodMiniType>(value: T): z.ZodMiniRecord<z.ZodMiniString<string>, T>;
export function recordOf(value: z.ZodMiniType): z.ZodMiniType {
  return z.catchall(z.object({}), value);
}

/** A duration as `HH:mm:ss` text; a bare number is seconds. */
export const duration = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value: string | number) => value),
);

/** An instant: ISO 8601 in UTC, also without `Z`. Rejects anything that `Date` can't parse. */
export const instant = z.string().check(
  z.overwrite((text) => text.replace(/T[\d:.]+$/, '$&Z')),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'not a date'),
);

export const text = z.string();

/**
 * A name or another text of a user, which is shown beside other texts: without the characters that
 * would disorder those (https://unicode.org/reports/tr9), and empty if nothing of it is visible. Line
 * breaks become spaces.
 */
export const shownText = z.string().check(
  z.overwrite((typed) => {
    const plain = typed.replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');
    return /[^\s\p{Cf}]/u.test(plain) ? plain : '';
  }),
);
export const flag = z.pipe(
  z.union([z.boolean(), z.number(), z.string()]),
  z.transform(
    (value: boolean | number | string) => value === true || value === 1 || value === 'true' || value === '1',
  ),
);
