/** Reads the arguments of `pnpm charger`. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { WrongArguments } from '@shared/command-line';
import { ChargePointCommand, isAuthorizationKey } from '@shared/contract/operator';
import * as z from 'zod/mini';
import { OPERATOR_VARIABLES } from './operator-calls.ts';

/**
 * Schemas of a command's fields, by the name of the command. A configuration value may be a password,
 * which `configure` keeps out of the arguments.
 */
const COMMANDS = new Map<string, ReadonlyMap<string, z.ZodMiniType>>(
  ChargePointCommand.def.options.flatMap(({ shape: { command, ...fields } }) => {
    const [name] = command.def.values;
    return name === undefined || name === 'ChangeConfiguration'
      ? []
      : [[name, new Map(Object.entries(fields))]];
  }),
);

/** Every command with its fields; optional ones are in brackets. */
const LISTED = [...COMMANDS]
  .map(([name, fields]) => {
    const named = [...fields].map(([field, schema]) =>
      schema instanceof z.ZodMiniOptional ? `[${field}=]` : `${field}=`,
    );
    return [name, ...named].join(' ');
  })
  .sort()
  .map((line) => `  ${line}`)
  .join('\n');

export const HELP = `pnpm charger <id> reset soft|hard
pnpm charger <id> unlock <connector>
pnpm charger <id> availability operative|inoperative [connector]     without a connector: the whole charge point
pnpm charger <id> configuration [key…]                               prints the values of these keys, or of all
pnpm charger <id> configure <key> <value>                            changes a value
pnpm charger <id> configure AuthorizationKey                         sets a new random password, and stores its hash
pnpm charger <id> trigger <message> [connector]                      BootNotification, DiagnosticsStatusNotification,
                                                                     FirmwareStatusNotification, Heartbeat, MeterValues
                                                                     or StatusNotification
pnpm charger <id> <command> [field=value…]                           any command below, as OCPP 1.6 names it
pnpm charger <id> reports                                            prints what the charge point reported by itself
pnpm charger <id> csr                                                prints its last request to sign a certificate
pnpm charger <id> charge <number>                                    prints a charge with its signed meter values, as JSON

${LISTED}

A value is a text, a number, JSON, or @file for the content of a file, such as a certificate or a URL with a password.
Times are like 2026-03-05T18:00:00-03:00.

Sends a command to the charge point with this OCPP identity, and prints its reply. The exit code is 0 only if the charge
point accepts. --brand <slug> selects the brand of the operator's account.

${OPERATOR_VARIABLES}`;

/** Length of the longest AuthorizationKey in the OCPP 1.6 security whitepaper. */
const KEY_BYTES = 20;

/** @throws WrongArguments if they aren't a valid command */
export function readArguments([action, ...args]: string[]): ChargePointCommand {
  const read = ChargePointCommand.safeParse(requestOf(action, args));
  if (read.success) return read.data;
  throw new WrongArguments();
}

function requestOf(action = '', args: string[]): unknown {
  const fields = COMMANDS.get(action);
  if (fields) return { command: action, ...readFields(fields, args) };
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

/** Reads `field=value` arguments. A field takes text if its schema does, otherwise JSON. */
function readFields(fields: ReadonlyMap<string, z.ZodMiniType>, args: string[]) {
  return Object.fromEntries(
    args.map((arg) => {
      const [, name = arg, given = ''] = /^(\w+)=(.*)$/s.exec(arg) ?? [];
      if (/:\/\/[^/@\s"]*:[^/@\s"]*@/.test(given))
        throw new Error(`Other users of this machine can see a password in an argument: ${name}=@file.`);
      const text = given.startsWith('@') ? readFileSync(given.slice(1), 'utf8').trim() : given;
      return [name, fields.get(name)?.safeParse(text).success ? text : jsonOf(text)];
    }),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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
