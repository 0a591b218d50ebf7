/** Sends an operator's command to a charge point and returns the outcome. */
import { type ChargePointCommand, type CommandResponse, isAuthorizationKey } from '@shared/contract/operator';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, isNull, ne, or, sql } from '../../platform/database/orm.ts';
import { connectors } from '../../platform/database/schema.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { storeChange } from '../charge-points/configure.ts';
import type { ChargePointsContext } from '../charge-points/context.ts';
import { offerSecret, settleSecret } from '../charge-points/secrets.ts';
import { triggerStatus } from '../charge-points/trigger-status.ts';
import { forgetProfiles } from '../power/share-power.ts';
import { findTag, groupOf } from '../tags/id-tag.ts';
import { readResult } from './read-result.ts';

type Context = Pick<ChargePointsContext, 'db' | 'clock' | 'now' | 'log' | 'options' | 'tagGroupKey'>;

/** Sends a command, and logs its result without values, which may be secret. */
export async function sendCommand(
  context: Context,
  sendCall: SendCall,
  chargePointId: string,
  userId: number,
  command: ChargePointCommand,
): Promise<CommandResponse> {
  const startedAt = context.clock.elapsed();
  const response = await execute(context, sendCall, chargePointId, command);
  if (command.command === 'ChangeAvailability' && response.result === 'replied')
    await storeAvailability(context.db, sendCall, chargePointId, command, response.status);
  if (command.command === 'ClearChargingProfile' && response.result !== 'offline')
    await forgetProfiles(context.db, chargePointId);
  context.log.info(
    {
      chargePointId,
      userId,
      command: command.command,
      ...('key' in command && { key: command.key }),
      ...('connectorId' in command && { connectorId: command.connectorId }),
      result: response.result,
      ...(response.result === 'replied' && { status: response.status }),
      ...(response.result === 'error' && { errorCode: response.errorCode }),
      ms: Math.round(context.clock.elapsed() - startedAt),
    },
    'command to a charge point',
  );
  return response;
}

async function execute(
  context: Context,
  sendCall: SendCall,
  chargePointId: string,
  { command, ...params }: ChargePointCommand,
): Promise<CommandResponse> {
  const { db, options } = context;
  const sent = await withGroup(context, params);
  const send = async () =>
    readResult(command, await sendCall(chargePointId, command, sent, options.commandTimeoutMs));
  if (!('value' in params)) return send();
  const { key, value } = params;
  if (!isAuthorizationKey(key)) {
    const response = await send();
    if (isAccepted(response)) await storeChange(db, chargePointId, key, value);
    return response;
  }
  // Stored before it is sent: if the reply is lost, the charge point may have either password.
  const secretHash = await offerSecret(db, chargePointId, value);
  const response = await send();
  await settleSecret(db, chargePointId, secretHash, outcomeOf(response));
  return response;
}

/** Adds the group of a reservation's tag, so that the other tags of its account may use it as well. */
async function withGroup<T extends object>(
  context: Context,
  params: T,
): Promise<T & { parentIdTag?: string }> {
  if (!('reservationId' in params && 'idTag' in params) || 'parentIdTag' in params) return params;
  const userId = (await findTag(context.db, String(params.idTag), context.now()))?.userId ?? null;
  return userId === null ? params : { ...params, parentIdTag: groupOf(context, userId) };
}

/**
 * Stores that connectors go out of service after their charge: they may report that they are free
 * first, and must not be started then.
 */
async function storeAvailability(
  db: Db,
  sendCall: SendCall,
  chargePointId: string,
  { connectorId, type }: Extract<ChargePointCommand, { command: 'ChangeAvailability' }>,
  reply: string,
): Promise<void> {
  const { inoperativeScheduled, status } = connectors;
  const isMeant = and(
    eq(connectors.chargePointId, chargePointId),
    connectorId === 0 ? undefined : eq(connectors.connectorId, connectorId),
  );
  if (type === 'Inoperative' && reply === 'Scheduled')
    await db
      .update(connectors)
      .set({
        inoperativeScheduled: true,
        status: sql`case ${status} when 'Available' then 'Unavailable' else ${status} end`,
      })
      .where(and(isMeant, or(isNull(status), ne(status, 'Unavailable'))));
  if (type === 'Inoperative' || reply === 'Rejected') return;
  const cancelled = await db
    .update(connectors)
    .set({ inoperativeScheduled: false })
    .where(and(isMeant, inoperativeScheduled))
    .returning({ connectorId: connectors.connectorId });
  // The charge point doesn't repeat a status that was stored as Unavailable.
  for (const { connectorId: id } of cancelled) void triggerStatus(sendCall, chargePointId, id);
}

const isAccepted = (response: CommandResponse) =>
  response.result === 'replied' && response.status === 'Accepted';

/** Returns whether the charge point uses the new password now. */
function outcomeOf(response: CommandResponse): 'accepted' | 'refused' | 'unknown' {
  if (isAccepted(response)) return 'accepted';
  // It has the old password until it reboots.
  if (response.result === 'replied' && response.status === 'RebootRequired') return 'unknown';
  const isUnknown = ['timeout', 'disconnected', 'unreachable'].includes(response.result);
  return isUnknown ? 'unknown' : 'refused';
}
