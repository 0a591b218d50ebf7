import type { StopReason } from '@shared/charging/stop-reason';
import type { Db } from '../../platform/database/database.ts';
import type { TransactionRow } from '../../platform/database/schema.ts';
import type { SitesContext, SitesOptions } from '../sites/context.ts';
import type { TagEvents, TagGroups } from '../tags/context.ts';

export interface ChargingOptions extends SitesOptions {
  /** Time limit of a charge point's response to a start, in ms. */
  startTimeoutMs: number;
  /** Messages of a charge point that arrive this much late still count as on time, in ms. */
  latencyMs: number;
  /** Whether charge points are sent the power limits of their sites. */
  sharesPower: boolean;
  /** Interval at which new limits are decided, in ms. */
  shareMs: number;
}

export interface ChargingContext extends SitesContext, TagGroups {
  options: ChargingOptions;
  chargeEvents: ChargeEvents;
}

/** What happens to charges, for parts of the backend that build on charging. */
interface ChargeEvents extends TagEvents {
  /** The charge of an attempt has begun. Called after its transaction. */
  begun(db: Db, attemptId: number): Promise<void>;
  /**
   * A charge ends. Called in its transaction, before the wallet is locked, as a start locks other rows
   * before the wallet as well.
   */
  ended(tx: Db, charge: TransactionRow, end: ChargeOutcome): Promise<void>;
  /** A charge that was presumed to have ended goes on. Called in its transaction, like `ended`. */
  resumed(tx: Db, charge: TransactionRow): Promise<void>;
}

interface ChargeOutcome {
  /** When the server ends it. The charge itself may have ended earlier. */
  now: Date;
  /** Undefined if it isn't known. */
  reason: StopReason | undefined;
  /** The driver had cancelled the start, and the charge got no energy. */
  isCancelled: boolean;
}
