/** OCPP's own JSON schemas. What we send must follow them; what a charge point sends may deviate, and is logged. */
import validators from 'ocpp-rpc/lib/standard-validators.js';
import { SUBPROTOCOL } from './handshake.ts';

const validator = validators.find(({ subprotocol }) => subprotocol === SUBPROTOCOL);

/**
 * Returns which field deviates and how, without its content, or undefined if none does.
 * @param message for example `StopTransaction.req` or `StopTransaction.conf`
 */
export function deviationOf(message: string, payload: unknown): string | undefined {
  if (!validator) throw new Error(`There are no schemas of ${SUBPROTOCOL}.`);
  try {
    validator.validate(`urn:${message}`, payload);
    return undefined;
  } catch (error) {
    return `${message}: ${error}`;
  }
}
