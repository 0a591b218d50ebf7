/** What a charge point may tell the central system, and what it is answered. */
import { eq } from 'drizzle-orm';
import { beginCharge } from '../charging/begin-charge.ts';
import { endCharge } from '../charging/end-charge.ts';
import { meterCharge } from '../charging/meter-charge.ts';
import { stopWanted } from '../charging/reconcile.ts';
import { tellStatus } from '../charging/tell-status.ts';
import type { BackendContext } from '../context.ts';
import { chargePoints, connectors, idTags, startAttempts } from '../db/schema.ts';
import { configure } from './configure.ts';
import {
  Authorize,
  BootNotification,
  MeterValues,
  StartTransaction,
  StatusNotification,
  StopTransaction,
} from './messages.ts';
import { addConnector } from './register-charge-point.ts';
import type { Ask, Params } from './registry.ts';

const HEARTBEAT_SECONDS = 300;

type Handler = (chargePointId: string, params: Params) => Promise<Params>;
/** Runs a task once the answer has gone out. */
type Afterwards = (task: () => Promise<unknown>) => void;

export interface HandlerOptions {
  ask: Ask;
  afterwards: Afterwards;
  /** Its connectors become known as it speaks of them. */
  visitor: boolean;
}

export function createHandlers(
  context: BackendContext,
  { ask, afterwards, visitor }: HandlerOptions,
): Record<string, Handler> {
  const { db, now } = context;
  const timeOf = () => ({ currentTime: now().toISOString() });
  const endWanted = (chargePointId: string) => afterwards(() => stopWanted(context, ask, chargePointId));

  return {
    async BootNotification(chargePointId, params) {
      const boot = BootNotification.parse(params);
      await db
        .update(chargePoints)
        .set({ boot, bootedAt: now(), lastSeenAt: now() })
        .where(eq(chargePoints.id, chargePointId));
      // Its clock may have been set: what it says from now on is the news.
      await db.update(connectors).set({ statusAt: null }).where(eq(connectors.chargePointId, chargePointId));
      afterwards(() => configure(context, ask, chargePointId));
      return { status: 'Accepted', interval: HEARTBEAT_SECONDS, ...timeOf() };
    },

    async Heartbeat() {
      return timeOf();
    },

    async Authorize(_chargePointId, params) {
      const { idTag } = Authorize.parse(params);
      const [card] = await db.select().from(idTags).where(eq(idTags.tag, idTag));
      const [attempt] = await db.select().from(startAttempts).where(eq(startAttempts.idTag, idTag));
      const known = card !== undefined || (attempt !== undefined && attempt.status !== 'failed');
      return {
        idTagInfo: { status: known || (context.options.sandbox && !attempt) ? 'Accepted' : 'Invalid' },
      };
    },

    async StatusNotification(chargePointId, params) {
      const message = StatusNotification.parse(params);
      if (visitor) await addConnector(db, chargePointId, message.connectorId);
      await tellStatus(context, chargePointId, message);
      return {};
    },

    async StartTransaction(chargePointId, params) {
      const message = StartTransaction.parse(params);
      if (visitor) await addConnector(db, chargePointId, message.connectorId);
      const { transactionId, verdict } = await beginCharge(context, chargePointId, message);
      if (verdict !== 'Accepted') endWanted(chargePointId);
      return { transactionId, idTagInfo: { status: verdict } };
    },

    async MeterValues(chargePointId, params) {
      const unwanted = await meterCharge(context, chargePointId, MeterValues.parse(params));
      if (unwanted !== undefined) endWanted(chargePointId);
      return {};
    },

    async StopTransaction(chargePointId, params) {
      await endCharge(context, chargePointId, StopTransaction.parse(params));
      return { idTagInfo: { status: 'Accepted' } };
    },

    async DataTransfer() {
      return { status: 'UnknownVendorId' };
    },
    async DiagnosticsStatusNotification() {
      return {};
    },
    async FirmwareStatusNotification() {
      return {};
    },
  };
}
