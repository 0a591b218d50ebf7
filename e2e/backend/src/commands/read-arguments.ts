/** Reads the arguments of `pnpm charger`. */
import { randomBytes } from 'node:crypto';
import { ChargePointCommand, isAuthorizationKey } from '@shared/contract/operator';
import { OPERATOR_VARIABLES } from './operator-calls.ts';

export const HELP = `pnpm charger <id> reset soft|hard
pnpm charger <id> unlock <connector>
pnpm charger <id> availability operative|inoperative [connector]     without a connector: the whole charge point
pnpm charger <id> configuration [key…]                               prints the values of these keys, or of all
pnpm charger <id> configure <key> <value>                            changes a value
pnpm charger <id> configure AuthorizationKey                         sets a new random password, and stores its hash
pnpm charger <id> trigger <message> [connector]                      BootNotification, DiagnosticsStatusNotification,
                                                                     FirmwareStatusNotification, Heartbeat, MeterValues
                                                                     or StatusNotification

Sends a command to the charge point with this OCPP identity, and prints its reply. The exit code is 0 only if the charge
point accepts. --brand <slug> selects the brand of the operator's account.

${OPERATOR_VARIABLES}`;

/** Length of the longest AuthorizationKey in the OCPP 1.6 security whitepaper. */
const KEY_BYTES = 20;

/** @throws an error with the help text if the arguments aren't a valid command */
export function readArguments([action, ...args]: string[]): ChargePointCommand {
  const read = ChargePointCommand.safeParse(requestOf(action, args));
  if (read.success) return read.data;
  throw new Error(`Wrong arguments.\n\n${HELP}`);
}

function requestOf(action: string | undefined, args: string[]): unknown {
  const [first = '', second, ...rest] = args;
  const hasAtMost = (most: number) => args.length <= most;
  if (action === 'configuration')
    return { command: 'GetConfiguration', ...(args.length > 0 && { key: args }) };
  if (rest.length > 0) return undefined;
  if (action === 'reset' && hasAtMost(1)) return { command: 'Reset', type: capitalized(first) };
  if (action === 'unlock' && hasAtMost(1))
    return { command: 'UnlockConnector', connectorId: numberOf(first) };
  if (action === 'availability')
    return {
      command: 'ChangeAvailability',
      type: capitalized(first),
      connectorId: second === undefined ? 0 : numberOf(second),
    };
  if (action === 'configure')
    return { command: 'ChangeConfiguration', key: first, value: configurationValue(first, second) };
  if (action === 'trigger')
    return {
      command: 'TriggerMessage',
      requestedMessage: first,
      ...(second !== undefined && { connectorId: numberOf(second) }),
    };
  return undefined;
}

/** @throws if a password is given as an argument, which other users of the machine can read */
function configurationValue(key: string, value: string | undefined): string | undefined {
  if (!isAuthorizationKey(key)) return value;
  if (value !== undefined)
    throw new Error('AuthorizationKey takes no value: a new random one is sent to the charge point.');
  return randomBytes(KEY_BYTES).toString('hex');
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
const numberOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);
