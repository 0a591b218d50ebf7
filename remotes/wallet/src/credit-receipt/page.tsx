import { formatDateTime } from '@shared/brazil';
import { isolate } from '@shared/brazil/isolate';
import { queries, serverTime, useQuery } from '@shared/client';
import { type Order, orderMethod } from '@shared/contract';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Link, useParams, usePaths } from '@shared/router';
import { ButtonLink, FailureState, Loading, type StatusKind, useNow } from '@shared/ui';
import { pixStateOf } from '../add-pix/pix-state.ts';
import { strings as pixStrings } from '../add-pix/strings.ts';
import { capitalizeDescription, kindLabel } from '../method-labels.ts';
import { amountOf, pixOf } from '../order-data.ts';
import { billLines, type Line } from '../receipt/bill.ts';
import { dropMissing, type Fact } from '../receipt/facts.ts';
import { Receipt } from '../receipt/receipt.tsx';
import { ReceiptPage } from '../receipt/receipt-page.tsx';
import { orderStates, strings } from './strings.ts';

const MINUTE = 60_000;

/** Receipt of a top-up. The live message about its order invalidates the query. */
export function Component() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const { data, error, isFetching, refetch } = useQuery(queries.order(id));
  const now = serverTime(useNow(MINUTE));
  const state = data && stateOf(data, now);
  const amount = data && amountOf(data);
  const receiptData = data && state && amount !== undefined && receiptOf(data, state, amount);
  // After a failed refetch, the state of an unfinished order may be outdated, so don't show it.
  const receipt = !receiptData || (error && receiptData.kind === 'attention') ? undefined : receiptData;
  useFailureToast({ data: receipt, isError: error !== null, refetch }, strings.failure);
  const failed = error || (data && amount === undefined);
  const shared = receipt && {
    facts: [{ label: strings.state, value: receipt.status }, ...receipt.facts],
    total: receipt.total,
  };
  return (
    <ReceiptPage
      title={strings.title}
      shared={shared}
      action={
        receipt &&
        state?.isToBePaid && (
          // Replaces the receipt in the history, as the code screen opens the receipt after the
          // payment.
          <ButtonLink variant="primary" full render={<Link to={paths.addPix(id)} replace />}>
            {strings.seeCode}
          </ButtonLink>
        )
      }
    >
      {receipt && <Receipt {...receipt} />}
      {!receipt && failed && (
        <FailureState message={strings.failure} onRetry={() => refetch()} retrying={isFetching} />
      )}
      {!receipt && !failed && <Loading height="26rem" />}
    </ReceiptPage>
  );
}

/** @param amount what was paid, in integer cents */
function receiptOf(order: Order, { word, kind }: ReturnType<typeof stateOf>, amount: number) {
  const lines = billLines(order);
  const isExplained = sumOf(lines.filter(({ cents }) => cents > 0)) === amount;
  return {
    amount,
    // What remains paid, if the lines explain it. A dispute may take what has gone back already.
    total: isExplained ? Math.max(0, sumOf(lines.filter(({ refunded }) => !refunded))) : amount,
    status: word,
    kind,
    facts: factsOf(order),
    lines,
  };
}

const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { cents }) => sum + cents, 0);

const STATES = new Map<string, { word: string; kind: StatusKind }>(Object.entries(orderStates));

/** States in which a Pix hasn't been paid, so its code determines what is shown. */
const UNPAID: ReadonlySet<string | undefined> = new Set(['pending', 'canceled']);

/**
 * Returns the label and status icon of a top-up, and whether it has a Pix code that can still be
 * paid.
 * @param now server time, in ms since 1970
 */
function stateOf(order: Order, now: number): { word: string; kind: StatusKind; isToBePaid?: boolean } {
  const { orderState = '' } = order;
  if (UNPAID.has(orderState) && pixOf(order).code !== undefined)
    return pixStateOf(order, now).kind === 'open'
      ? { word: strings.toBePaid, kind: 'attention', isToBePaid: true }
      : { word: pixStrings.expired, kind: 'attention' };
  return STATES.get(orderState) ?? { word: orderState, kind: 'attention' };
}

/** Returns the facts on a top-up's receipt other than money. */
function factsOf(order: Order): Fact[] {
  const { description = '', item_type } = orderMethod(order);
  const kind = kindLabel(item_type);
  const title = isolate(capitalizeDescription(description));
  return dropMissing([
    { label: strings.method, value: [kind, title !== kind && title].filter(Boolean).join(' · ') },
    { label: strings.date, value: order.orderUpdated && formatDateTime(order.orderUpdated) },
    { label: strings.invoice, value: order.orderInvoiceId },
    { label: strings.order, value: order.orderId },
  ]);
}
