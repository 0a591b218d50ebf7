/** Checks at every step that the cars of a limited site can't draw more than its limit. */
import { Violation, type World } from './world.ts';

/** How many writes there are between two looks at what the charge points have accepted. */
const LOOK_EVERY = 20;

/**
 * Returns the check. Until every charge point has accepted its first limit, nothing holds. A car may
 * draw all that its connector offers.
 */
export function watchPower({ isLimited, limitW, places, database, kernel }: World): () => Promise<void> {
  let isEnforced = false;
  let lookedAt = 0;
  return async () => {
    if (!isLimited) return;
    if (!isEnforced) {
      if (database.writes < lookedAt + LOOK_EVERY) return;
      lookedAt = database.writes;
      isEnforced = await haveAllAccepted();
      if (isEnforced) kernel.log('site', `all charge points together have ${limitW} W`);
      return;
    }
    const offers = places.flatMap(({ id, chargePoint }) => {
      const { charge, offeredW } = chargePoint.connector(1);
      return charge ? [{ id, offeredW }] : [];
    });
    const sum = offers.reduce((watts, { offeredW }) => watts + offeredW, 0);
    if (sum > limitW)
      throw new Violation(
        `cars never draw more than the limit of ${limitW} W, but: ${JSON.stringify(offers)}`,
      );
  };

  async function haveAllAccepted(): Promise<boolean> {
    const { rows } = await database.client.query(
      `select from connector_power where state -> 'grants' @> '[{"isAccepted": true}]'`,
    );
    return rows.length === places.length;
  }
}
