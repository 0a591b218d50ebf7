/** All periodic work: on the database, on charge points and on the sockets of clients. */

import type { BackendContext } from './context.ts';
import { deleteExpired } from './data/retention.ts';
import type { CentralSystem } from './domain/charge-points/central-system.ts';
import { endIncomplete } from './domain/charge-points/ocpp201/handle-transaction-event.ts';
import { expireAttempts } from './domain/charging/attempts.ts';
import { closeAbandoned } from './domain/charging/close-abandoned.ts';
import { coverTime } from './domain/charging/cover-cost.ts';
import { addMonths } from './domain/charging/meter-values/months.ts';
import { thinMonths } from './domain/charging/meter-values/thin-months.ts';
import { endOverdueExclusions } from './domain/charging/record-periods.ts';
import { sendDueStops } from './domain/charging/request-stop.ts';
import { resetFailing } from './domain/charging/soft-reset.ts';
import { closeEndedGuests, returnGuestCredit, startPaidGuests } from './domain/guests/advance.ts';
import type { Sockets } from './domain/live/sockets.ts';
import { endExpired } from './domain/live/stream.ts';
import { sendPaybacks } from './domain/money/paybacks/send-paybacks.ts';
import { deleteCardsAtProvider } from './domain/money/payment/delete-cards-at-provider.ts';
import { settleOpenOrders } from './domain/money/payment/settle-open-orders.ts';
import { reconcileDaily } from './domain/money/reconcile/reconcile-daily.ts';
import { sendNotices } from './domain/notices/send-notices.ts';
import { watchCharges } from './domain/notices/watch-charges.ts';
import { sharePower } from './domain/power/share-power.ts';
import { deleteFinished } from './domain/valet/queue.ts';
import { moveLines } from './domain/waiting-line/change-line.ts';
import { reserveTurns } from './domain/waiting-line/reserve.ts';
import { RENEW_MS } from './platform/instances/instances.ts';
import type { Job } from './platform/jobs/start-jobs.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './platform/time.ts';
import { createWithdrawal } from './remotes/registry-file.ts';

/**
 * Returns the jobs of this instance's own connections, then those of the database, which one
 * instance runs for all. After another instance takes over, the previous one may finish a round.
 */
export function listJobs(
  context: BackendContext,
  central: CentralSystem,
  sockets: Sockets,
  renewLease: () => Promise<void>,
): Job[] {
  const { checkMs, judgeMs, shareMs } = context.options;
  const connectionJobs: Omit<Job, 'everyMs'>[] = [
    { name: 'refresh presence', run: central.refreshPresence },
    { name: 'close connections with changed credentials', run: central.endChangedCredentials },
    { name: 'flush log counters', run: central.flushLogs },
    { name: 'end expired sessions', run: () => endExpired(context, sockets) },
    { name: 'repeat requests to stop', run: () => sendDueStops(context, central.sendCall, central.ids()) },
    {
      name: 'reset failing charge points',
      run: () => resetFailing(context, central.sendCall, central.ids()),
    },
  ];
  return [
    { name: 'renew lease', everyMs: RENEW_MS, atStart: true, everywhere: true, run: renewLease },
    { name: 'ping clients', everyMs: 30 * SECOND_MS, everywhere: true, run: async () => sockets.ping() },
    ...connectionJobs.map((job) => ({ ...job, everyMs: checkMs, everywhere: true as const })),
    {
      name: 'stop uncovered charges',
      everyMs: checkMs,
      run: async () => sendDueStops(context, central.sendCall, await coverTime(context)),
    },
    { name: 'share power', everyMs: shareMs, run: () => sharePower(context, central.sendCall) },
    {
      name: 'bill overstay again after a failed unlock',
      everyMs: checkMs,
      run: () => endOverdueExclusions(context),
    },
    { name: 'expire start attempts', everyMs: SECOND_MS, run: () => expireAttempts(context) },
    { name: 'move waiting lines', everyMs: SECOND_MS, run: () => moveLines(context) },
    {
      name: 'reserve connectors for turns',
      everyMs: SECOND_MS,
      run: () => reserveTurns(context, central.sendCall),
    },
    {
      name: "start guests' charges",
      everyMs: SECOND_MS,
      atStart: true,
      run: (stopped) => startPaidGuests(context, central.sendCall, stopped),
    },
    {
      name: "close guests' charges",
      everyMs: 2 * SECOND_MS,
      atStart: true,
      run: (stopped) => closeEndedGuests(context, stopped),
    },
    {
      name: "return guests' credit",
      everyMs: MINUTE_MS,
      atStart: true,
      run: (stopped) => returnGuestCredit(context, stopped),
    },
    {
      name: 'end charges without some of their events',
      everyMs: checkMs,
      run: () => endIncomplete(context, central.sendCall),
    },
    { name: 'close abandoned charges', everyMs: checkMs, run: () => closeAbandoned(context) },
    { name: 'delete finished valet vehicles', everyMs: checkMs, run: () => deleteFinished(context) },
    { name: 'watch credit and idle cars', everyMs: checkMs, run: () => watchCharges(context) },
    { name: 'withdraw failing remotes', everyMs: judgeMs, run: createWithdrawal(context) },
    { name: 'send notices', everyMs: 2 * SECOND_MS, atStart: true, run: () => sendNotices(context) },
    {
      name: 'settle open orders',
      everyMs: 5 * SECOND_MS,
      atStart: true,
      run: (stopped) => settleOpenOrders(context, context.now(), stopped),
    },
    { name: 'reconcile payments', everyMs: HOUR_MS, run: () => reconcileDaily(context) },
    {
      name: 'give credit back',
      everyMs: 5 * SECOND_MS,
      atStart: true,
      run: (stopped) => sendPaybacks(context, context.now(), stopped),
    },
    {
      name: 'remove deleted cards',
      everyMs: MINUTE_MS,
      atStart: true,
      run: () => deleteCardsAtProvider(context),
    },
    {
      name: 'delete expired rows',
      everyMs: HOUR_MS,
      atStart: true,
      run: (stopped) => deleteExpired(context, stopped),
    },
    {
      name: 'partition and thin meter values',
      everyMs: HOUR_MS,
      atStart: true,
      async run(stopped) {
        await addMonths(context);
        await thinMonths(context, stopped);
      },
    },
  ];
}
