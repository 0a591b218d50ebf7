/** The AsyncAPI document of the live stream. */
import { CONTRACT_VERSION, calls, PRODUCT } from '@shared/contract';
import { EVENT_FRAMES, HEARTBEAT, INVALID_USER, liveProtocol, OrderFrame } from '@shared/contract/live';
import { COMPONENTS, jsonSchemaOf } from './json-schema.ts';

const typeOf = ({ shape }: (typeof EVENT_FRAMES)[number]) => shape.type._zod.def.values.join();

/** Name and payload of each frame that a server sends. */
const FRAMES = [
  ...EVENT_FRAMES.map((frame) => ({ name: typeOf(frame), payload: jsonSchemaOf(frame) })),
  { name: 'order', payload: jsonSchemaOf(OrderFrame) },
];

const SUMMARIES: Readonly<Record<string, string>> = {
  heartbeat: 'The echo of a heartbeat. Once a server has sent one, the app expects one within 60 s of each.',
  order: 'A top-up changed its state.',
  StartTransactionIntegrationEvent: 'A charge of the user has begun.',
  ErrorStartTransactionIntegrationEvent: 'A start of the user has failed.',
  StopTransactionIntegrationEvent: 'A charge of the user has ended.',
  UpdateConnectorStatusIntegrationEvent:
    'A connector changed: one that the user charges at, or one of a site that the user has fetched recently.',
};

/** All messages, also the app's. */
const MESSAGES = [
  ...FRAMES.map(({ name, payload }) => ({ name, summary: SUMMARIES[name], payload })),
  {
    name: 'clientHeartbeat',
    summary: 'Sent every 30 s, and when the app becomes visible.',
    payload: { const: HEARTBEAT },
  },
];

const CHANNEL = { $ref: '#/channels/userMessages' };

/** Returns the document as an object, ready for `JSON.stringify`. */
export function asyncApi() {
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${PRODUCT.name} live stream`,
      version: CONTRACT_VERSION,
      description: `Text frames with JSON. Frames of other types are ignored. If the token is unknown, the server closes the
connection with the reason \`${INVALID_USER}\`, which logs the user out. If brand records have \`liveTickets\`, the app
sends the ticket of \`POST ${calls.liveTicket.path}\` as \`ticket\` instead of a token.`,
    },
    defaultContentType: 'application/json',
    servers: {
      backend: {
        host: '{host}',
        pathname: '/v1/ws',
        protocol: 'wss',
        variables: { host: { default: 'localhost:3000' } },
      },
    },
    channels: {
      userMessages: {
        address: '/UserMessages',
        messages: Object.fromEntries(
          MESSAGES.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
        bindings: {
          ws: {
            method: 'GET',
            query: {
              type: 'object',
              properties: { token: { type: 'string', description: 'Token of `POST /auth`' } },
              required: ['token'],
            },
            headers: {
              type: 'object',
              properties: { 'Sec-WebSocket-Protocol': { const: liveProtocol(PRODUCT.slug) } },
              required: ['Sec-WebSocket-Protocol'],
            },
          },
        },
      },
    },
    operations: {
      sendEvents: {
        action: 'send',
        channel: CHANNEL,
        messages: FRAMES.map(({ name }) => ({ $ref: `#/channels/userMessages/messages/${name}` })),
      },
      receiveHeartbeat: {
        action: 'receive',
        channel: CHANNEL,
        messages: [{ $ref: '#/channels/userMessages/messages/clientHeartbeat' }],
      },
    },
    components: {
      messages: Object.fromEntries(MESSAGES.map((message) => [message.name, message])),
      schemas: COMPONENTS,
    },
  };
}
