import { UNKNOWN } from './check/inspector.ts';
import { type JsonSchema, resolved } from './json-schema.ts';

/** Returns a value that the schema of a request accepts. */
export function exampleOf(schema: JsonSchema): unknown {
  const { anyOf, type, enum: values, properties = {}, required = [] } = resolved(schema);
  if (anyOf?.[0]) return exampleOf(anyOf[0]);
  if (values) return values[0];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]) =>
        required.includes(name) && typeof property === 'object' ? [[name, exampleOf(property)]] : [],
      ),
    );
  if (type === 'array') return [];
  if (type === 'string') return UNKNOWN;
  return type === 'boolean' ? false : 0;
}
