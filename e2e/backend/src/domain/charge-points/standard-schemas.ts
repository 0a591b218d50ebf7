/** Validates messages with OCPP's JSON schemas. */
import validators from 'ocpp-rpc/lib/standard-validators.js';
import { SUBPROTOCOL } from './handshake.ts';

const validator = validators.find(({ subprotocol }) => subprotocol === SUBPROTOCOL);

/**
 * Describes a schema violation, if any, by field and rule, without the field's content.
 * @param message for example `StopTransaction.req` or `StopTransaction.conf`
 */
export function findSchemaViolation(message: string, payload: unknown): string | undefined {
  if (!validator) throw new Error(`There are no schemas for ${SUBPROTOCOL}.`);
  try {
    validator.validate(`urn:${message}`, payload);
    return undefined;
  } catch (error) {
    return `${message}: ${error}`;
  }
}
