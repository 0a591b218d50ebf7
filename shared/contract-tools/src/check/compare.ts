/**
 * Compares values with the contract. A difference describes values by their type only, because
 * responses hold personal data.
 */
import type * as z from 'zod/mini';
import { type JsonSchema, jsonSchemaOf, resolved } from '../json-schema.ts';

export interface Difference {
  /** Such as `body.items[0].udcId`, `status` or `header Access-Control-Allow-Origin`. */
  place: string;
  expected: string;
  received: string;
}

/** Returns the places where `value` doesn't match, each with what the contract accepts there. */
export function compare(schema: z.ZodMiniType, value: unknown, root: string): Difference[] {
  const { error } = schema.safeParse(value);
  if (!error) return [];
  const json = jsonSchemaOf(schema);
  return error.issues.map(({ path, message, code }) => {
    const keys = path.map((key) => (typeof key === 'number' ? key : String(key)));
    const note = code === 'custom' && message && message !== 'Invalid input' ? ` (${message})` : '';
    return {
      place: placeOf(root, keys),
      expected: `${describeSchema(keys.reduce(schemaBelow, json))}${note}`,
      received: describeValue(keys.reduce(valueBelow, value)),
    };
  });
}

type Key = string | number;

const placeOf = (root: string, keys: Key[]) =>
  root + keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

function schemaBelow(schema: JsonSchema, key: Key): JsonSchema {
  const { anyOf, properties, items } = resolved(schema);
  for (const option of anyOf ?? []) {
    const below = schemaBelow(option, key);
    if (Object.keys(below).length > 0) return below;
  }
  const below = typeof key === 'number' ? items : properties?.[key];
  return isSchema(below) && !Array.isArray(below) ? below : {};
}

function valueBelow(value: unknown, key: Key): unknown {
  const parent: unknown = typeof value === 'object' && value !== null ? value : {};
  return Object.entries(parent as object).find(([name]) => name === String(key))?.[1];
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

/** Describes what a schema accepts, in a few words. */
export function describeSchema(schema: JsonSchema): string {
  const { anyOf, type, pattern, format, minLength, const: constant, enum: values } = resolved(schema);
  if (anyOf) return [...new Set(anyOf.map(describeSchema))].join(' or ');
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (type === undefined) return 'anything';
  const types = [type].flat().map((one) => TYPES[one] ?? one);
  const text = format
    ? `text (${format})`
    : pattern
      ? `text like ${pattern}`
      : minLength
        ? 'non-empty text'
        : '';
  return types.map((one) => (one === TYPES.string && text ? text : one)).join(' or ');
}

/** Describes a value without its content. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return value === '' ? 'empty text' : `text of ${value.length} characters`;
  if (typeof value === 'boolean') return 'a boolean';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return TYPES[typeof value] ?? typeof value;
}
