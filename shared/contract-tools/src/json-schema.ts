/** JSON Schema (2020-12) of what the contract accepts. */
import * as contract from '@shared/contract';
import { ErrorBody } from '@shared/contract/errors';
import { duration, flag, id, instant, nonEmpty, number } from '@shared/contract/fields';
import { acceptedBy } from '@shared/contract/lenient';
import { Position } from '@shared/contract/site';
import * as z from 'zod/mini';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schema keywords for checks in code, which Zod can't convert. */
const KEYWORDS = new Map<z.core.$ZodType, JsonSchema>([
  [nonEmpty, { minLength: 1 }],
  [instant, { format: 'date-time' }],
  [Position, { minItems: 2 }],
]);

const FIELDS = {
  Id: [id, 'An identifier: text or a number.'],
  Instant: [instant, 'An instant, ISO 8601 in UTC.'],
  Decimal: [number, 'A number; numeric text is accepted as well.'],
  Flag: [flag, '`true`, `1`, `"true"` and `"1"` are true; every other value is false.'],
  Duration: [duration, '`HH:mm:ss` text; a bare number is seconds.'],
} as const;

const OBJECTS = [
  'ActiveRecharge',
  'AddressSuggestion',
  'Brand',
  'ChargerSite',
  'Coupon',
  'ErrorBody',
  'HistoryEntry',
  'LiveConnector',
  'NotificationSettings',
  'Order',
  'OrderItem',
  'PaymentMethod',
  'PriceProfilePeriod',
  'RemoteResponse',
  'SiteBoard',
  'SiteConnector',
  'StartAttempt',
  'Transaction',
  'User',
  'UserTransaction',
  'UserVehicle',
  'ValetConnector',
  'ValetQueueItem',
] as const;
const SCHEMAS = { ...contract, ErrorBody };

const names = new Map<z.core.$ZodType, string>([
  ...Object.entries(FIELDS).map(([name, [schema]]) => [schema, name] as const),
  ...OBJECTS.map((name) => [SCHEMAS[name], name] as const),
]);

const PREFIX = '#/components/schemas/';

/** Returns the JSON Schema of a schema. Named schemas are references to `COMPONENTS`. */
export function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  const name = names.get(schema);
  return name === undefined ? expandSchema(schema) : { $ref: `${PREFIX}${name}` };
}

/** Converts a schema itself, even if it has a name; named schemas in it are references. */
function expandSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const name = zodSchema === schema ? undefined : names.get(zodSchema);
      const accepted = acceptedBy.get(zodSchema);
      const keywords = KEYWORDS.get(zodSchema);
      if (name !== undefined) replace(jsonSchema, { $ref: `${PREFIX}${name}` });
      else if (accepted) replace(jsonSchema, { ...jsonSchemaOf(accepted()), ...keywords });
      // A schema with further checks also repeats the schema it was derived from.
      else if (jsonSchema.$ref) replace(jsonSchema, { $ref: jsonSchema.$ref });
      else Object.assign(jsonSchema, keywords);
      if (isObject(zodSchema) && name === undefined) setRequired(jsonSchema, zodSchema);
    },
  });
  return json;
}

function replace(json: JsonSchema, content: JsonSchema): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, content);
}

const isObject = (schema: z.core.$ZodType): schema is z.core.$ZodObject => schema._zod.def.type === 'object';

/** Marks the fields that reject an absent value as required. Zod would decide by their types. */
function setRequired(json: JsonSchema, schema: z.core.$ZodObject): void {
  const required = Object.entries(schema._zod.def.shape).flatMap(([key, field]) =>
    z.core.safeParse(field, undefined).success ? [] : [key],
  );
  delete json.required;
  if (required.length > 0) json.required = required;
}

/** The named schemas. */
export const COMPONENTS: Readonly<Record<string, JsonSchema>> = Object.fromEntries([
  ...Object.entries(FIELDS).map(([name, [schema, description]]) => [
    name,
    { ...expandSchema(schema), description },
  ]),
  ...OBJECTS.map((name) => [name, expandSchema(SCHEMAS[name])]),
]);

/** Returns the schema that a reference names, or the schema itself. */
export function resolved(schema: JsonSchema): JsonSchema {
  return COMPONENTS[schema.$ref?.replace(PREFIX, '') ?? ''] ?? schema;
}

/** Returns whether a body or response is declared: all undeclared ones share one schema. */
export const isDeclared = (schema: z.ZodMiniType) => schema !== contract.calls.logout.response;
