/** Replaces the statement with that of a driver who has charged every day for five years. */
import type { Page } from '@playwright/test';

const DAYS = 5 * 365;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * The app requests 90 days at most. Here each range returns all entries, more than a driver has.
 */
export async function fakeHistory(page: Page): Promise<void> {
  const entries = Array.from({ length: DAYS }, (_, day) => entriesOf(day)).flat();
  await page.route('**/wallet/History/*', (route) => route.fulfill({ json: entries }));
}

/** Returns the entries of a day: a charge, and credit once a week. */
function entriesOf(day: number) {
  const at = (hours: number) => new Date(Date.now() - day * DAY_MS - hours * HOUR_MS).toISOString();
  const charge = {
    uwhId: 2 * day,
    uwhAmmount: 20 + (day % 30),
    uwhUwttId: 1,
    orderItemDesc: 'Recarga',
    startTime: at(2),
    stopTime: at(1),
    uwhTimestamp: at(1),
    transactionId: 1 + day,
  };
  const credit = {
    uwhId: 2 * day + 1,
    uwhAmmount: 200,
    uwhUwttId: 2,
    orderItemDesc: 'Pix',
    uwhTimestamp: at(3),
    uwhOrderId: 1 + day,
  };
  return day % 7 === 0 ? [charge, credit] : [charge];
}
