import asyncApiSpecs from '@asyncapi/specs';
import { expect, test } from '@rstest/core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { FRAMES } from '@shared/testing/frames';
import { malformedPlaces } from '@shared/testing/mutations';
import { RESPONSES } from '@shared/testing/responses';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { asyncApi } from './asyncapi.ts';
import { allCalls } from './call-details.ts';
import { exampleOf } from './check/run-check.ts';
import { isDeclared, jsonSchemaOf } from './json-schema.ts';
import { openApi } from './openapi.ts';

const isDate = (text: string) => !Number.isNaN(Date.parse(text));
const ajv = new Ajv2020({ strict: false, formats: { 'date-time': isDate } });
ajv.addSchema({ ...openApi(), $id: 'openapi' });
ajv.addSchema({ ...asyncApi(), $id: 'asyncapi' });

const operations = Object.entries(openApi().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
const operationOf = (name: string) => operations.find(({ operationId }) => operationId === name);

const pointer = (...keys: string[]) =>
  keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** Returns a function that validates a call's response with the document. */
function responseValidator(name: string) {
  const { path = '', method = '' } = operationOf(name) ?? {};
  const place = pointer('paths', path, method, 'responses', '200', 'content', 'application/json', 'schema');
  return ajv.compile({ $ref: `openapi#/${place}` });
}

test('the OpenAPI document and its references are valid', async () => {
  const validator = new Validator();
  expect(await validator.validate(openApi())).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the AsyncAPI document matches the published schema', () => {
  const validator = new Ajv({ strict: false, logger: false });
  addFormats.default(validator);
  // JSON Schema draft 07. Without `$id`s, all references are to the bundled definitions.
  const validate = validator.compile(asyncApiSpecs.schemasWithoutId['3.0.0']);
  validate(asyncApi());
  expect(validate.errors ?? []).toEqual([]);
});

test('the OpenAPI document has every call once, with its method, path, time limit and idempotency key', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(allCalls).sort());
  for (const [name, call] of Object.entries(allCalls)) {
    const operation = operationOf(name);
    expect(operation).toMatchObject({ method: call.method.toLowerCase(), 'x-timeout-ms': call.timeout });
    expect(operation?.path.replace(/\{\w+\}/g, '{}')).toBe(call.path.replace(/\{\w+\}/g, '{}'));
    const key = { $ref: '#/components/parameters/IdempotencyKey' };
    if ('idempotencyKey' in call) expect(operation?.parameters).toContainEqual(key);
    else expect(operation?.parameters).not.toContainEqual(key);
  }
});

test.each([
  ['brand', []],
  ['siteSearch', [{}, { session: [] }]],
  ['balance', [{ session: [] }]],
])('declares the session that %s needs', (name, security) => {
  expect(operationOf(name)?.security).toEqual(security);
});

test('calls that differ only in the name of a parameter share a path', () => {
  expect(Object.keys(openApi().paths['/valet/ValetQueue/{csId_or_cqId}'] ?? {})).toEqual([
    'get',
    'post',
    'delete',
  ]);
});

const hasResponse = (name: string): name is keyof typeof RESPONSES => name in RESPONSES;
test.each(Object.keys(RESPONSES).filter(hasResponse))(
  'the schema of %s accepts and rejects the same responses as the contract',
  (name) => {
    const validate = responseValidator(name);
    const strict = allCalls[name].response;
    validate(RESPONSES[name]);
    expect(validate.errors ?? []).toEqual([]);
    const placesThatDiffer = malformedPlaces(RESPONSES[name], (value) => value).flatMap(
      ({ place, responses }) =>
        responses
          // A response without a body has no JSON.
          .filter((response) => response !== undefined)
          .filter((response) => validate(response) !== strict.safeParse(response).success)
          .map(() => place),
    );
    expect(placesThatDiffer).toEqual([]);
  },
);

test.each(Object.entries(FRAMES))(
  'the schema of the frame %s accepts the frame, and rejects another type',
  (name, frame) => {
    const validate = ajv.compile({ $ref: `asyncapi#/components/messages/${name}/payload` });
    validate(frame);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...frame, type: 7, order: 7 })).toBe(false);
  },
);

const withBody = Object.entries(allCalls).filter(([, { body }]) => isDeclared(body));
test.each(withBody)('the schema of the body of %s describes what the contract accepts', (_, { body }) => {
  expect(body.safeParse(exampleOf(jsonSchemaOf(body))).error).toBeUndefined();
});
