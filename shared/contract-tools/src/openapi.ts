/** The OpenAPI document of the calls. */
import { CONTRACT_VERSION, PRODUCT } from '@shared/contract';
import { ErrorBody } from '@shared/contract/errors';
import { allCalls, CALL_DETAILS, type CallDetails, type CallName, namesIn } from './call-details.ts';
import { COMPONENTS, isDeclared, type JsonSchema, jsonSchemaOf } from './json-schema.ts';

const DESCRIPTION = `The calls that the app makes.

- Optional fields may be absent or null, which means the same. Unknown fields are ignored.
- A write succeeds with any status from 200 to 299.
- The body of an error is \`{"error": {"code", "message"}}\`, \`{"code", "message"}\` or plain text.
- For a page of another origin, the server must allow the request headers below with CORS, and expose \`Date\`.
- \`x-timeout-ms\`: the app waits this long for the response, its body included.
- \`x-optional\`: a backend may lack the call, and returns 404 or 405 then.`;

const PARAMETERS = {
  Brand: {
    name: 'X-Brand-ID',
    in: 'header',
    description: "The brand's `appId`. Without it, the default brand.",
    schema: { type: 'string' },
  },
  UserLocation: {
    name: 'User-Location',
    in: 'header',
    description: '`latitude;longitude;accuracy` in degrees and metres, if the user shares it.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A repeated key returns the first response and has no further effect.',
    schema: { type: 'string', minLength: 1 },
  },
};

const ERROR_CONTENT = {
  'application/json': { schema: jsonSchemaOf(ErrorBody) },
  'text/plain': { schema: { type: 'string' } },
};
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };
const RESPONSES = {
  Unauthorized: { description: 'No session, or one that has ended', content: ERROR_CONTENT },
  TooMany: { description: 'Too many requests', headers: RETRY_AFTER, content: ERROR_CONTENT },
  Error: { description: 'Any other failure', content: ERROR_CONTENT },
};

/** Returns the document as an object, ready for `JSON.stringify`. */
export function openApi() {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const [name, { path, method }] of Object.entries(allCalls)) {
    const shared = SHARED_PATHS.get(shapeOf(path)) ?? path;
    paths[shared] = { ...paths[shared], [method.toLowerCase()]: operationOf(name as CallName, shared) };
  }
  return {
    openapi: '3.1.1',
    info: { title: `${PRODUCT.name} API`, version: CONTRACT_VERSION, description: DESCRIPTION },
    servers: [{ url: '/v1/api' }],
    paths,
    components: {
      schemas: COMPONENTS,
      parameters: PARAMETERS,
      responses: RESPONSES,
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'Token of `POST /auth`' } },
    },
  };
}

/** Removes the parameter names: paths that differ only in these are one path in OpenAPI. */
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** Path by shape, with the parameter names of all its calls: `{csId_or_cqId}`. */
const SHARED_PATHS = new Map(
  Object.entries(Object.groupBy(Object.values(allCalls), ({ path }) => shapeOf(path))).map(
    ([shape, same = []]) => {
      const names = same.map(({ path }) => namesIn(path));
      let index = -1;
      const path = shape.replace(/\{\}/g, () => {
        index += 1;
        return `{${[...new Set(names.map((one) => one[index]))].join('_or_')}}`;
      });
      return [shape, path];
    },
  ),
);

function operationOf(name: CallName, path: string) {
  const call = allCalls[name];
  const details = CALL_DETAILS[name];
  const ownNames = namesIn(call.path);
  const body = details.body ?? call.body;
  const isPublic = 'public' in call;
  const isForGuests = isPublic || 'sameForAll' in call || details.guests === true;
  const session = isForGuests ? [{}, { session: [] }] : [{ session: [] }];
  return {
    operationId: name,
    tags: [details.topic],
    summary: details.summary,
    security: isPublic ? [] : session,
    parameters: [
      ...namesIn(path).map((parameter, index) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema: { type: 'string' },
        ...(ownNames[index] !== parameter && { description: ownNames[index] }),
      })),
      ...queryOf(details),
      ...['Brand', 'UserLocation', ...('idempotencyKey' in call ? ['IdempotencyKey'] : [])].map(
        (parameter) => ({ $ref: `#/components/parameters/${parameter}` }),
      ),
    ],
    ...(isDeclared(body) && { requestBody: { required: true, content: jsonContent(jsonSchemaOf(body)) } }),
    responses: {
      ...(isDeclared(call.response)
        ? { 200: { description: 'Success', content: jsonContent(jsonSchemaOf(call.response)) } }
        : { '2XX': { description: 'Success; a body is ignored' } }),
      ...(!isForGuests && { 401: responseRef('Unauthorized') }),
      429: responseRef('TooMany'),
      ...Object.fromEntries(
        Object.entries(details.errors ?? {}).map(([status, description]) => [
          status,
          { description, content: ERROR_CONTENT },
        ]),
      ),
      default: responseRef('Error'),
    },
    'x-timeout-ms': call.timeout,
    ...(details.optional && { 'x-optional': true }),
  };
}

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });
const responseRef = (name: keyof typeof RESPONSES) => ({ $ref: `#/components/responses/${name}` });

function queryOf({ query }: CallDetails) {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}
