import type { PlatformContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { ChargeSecurityKind } from '../../platform/database/schema.ts';

/** What happens to drivers' cards and cars, for parts of the backend that build on them. */
export interface TagEvents {
  /**
   * A driver's card or car has begun a charge, the identifier of this charge's car was copied, or
   * another account has tried to link the car during this charge.
   */
  tagUsed(
    db: Db,
    kind: ChargeSecurityKind,
    subject: { transactionId: number; userId: number },
    at: Date,
  ): Promise<void>;
}

export interface TagGroups {
  /** Secret from which the groups of accounts' tags are derived (`groupOf`). */
  tagGroupKey: string;
}

export interface TagsContext extends PlatformContext {
  chargeEvents: TagEvents;
}
