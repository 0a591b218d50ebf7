import type { Db } from '../../platform/database/database.ts';
import type { LineNoticeKind } from '../../platform/database/schema.ts';
import type { ChargePointsContext, ChargePointsOptions } from '../charge-points/context.ts';
import type { SitesContext, SitesOptions } from '../sites/context.ts';

export interface WaitingLineOptions extends ChargePointsOptions, SitesOptions {
  /** How long a free connector is kept for the driver who has the turn, in ms. */
  turnMs: number;
}

export interface WaitingLineContext extends Omit<ChargePointsContext, 'charges'>, SitesContext {
  options: WaitingLineOptions;
  lineEvents: LineEvents;
}

/** What happens to drivers in a line, for parts of the backend that build on it. */
interface LineEvents {
  /** Called in the transaction of the change. */
  changed(tx: Db, kind: LineNoticeKind, subject: { siteId: number; userId: number }, at: Date): Promise<void>;
}
