/** `pnpm refund …`: shows what was paid for a charge, and refunds it, through a running server. */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { centsFromReais, formatBRL } from '@shared/brazil';
import { runCommand, WrongArguments } from '@shared/command-line';
import { type ChargePayment, chargePayment, RefundRequest, refundCharge } from '@shared/contract/refund';
import { asOperator, OPERATOR_VARIABLES, printable } from './operator-calls.ts';

const HELP = `pnpm refund <charge>                                   prints the bill and its refunds
pnpm refund <charge> all --reason <text>               refunds all that remains paid
pnpm refund <charge> <amount> --reason <text>          refunds an amount in BRL, such as 12,50
pnpm refund <charge> lines <number…> --reason <text>   refunds these lines of the bill

<charge> is the number of the charge on its receipt. The amount goes to the driver's wallet, where it pays debt first;
that of a deleted account stays with the operator. --brand <slug> selects the brand of the operator's account. After a
lost response, repeat the command with the printed --key: the same key never refunds twice.

${OPERATOR_VARIABLES}`;

async function run(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { brand: { type: 'string' }, reason: { type: 'string' }, key: { type: 'string' } },
  });
  const [transactionId, ...part] = positionals;
  if (transactionId === undefined) throw new WrongArguments();
  const path = { transactionId };
  const { key = randomUUID() } = values;
  const body = part.length > 0 ? readRequest(part, values.reason) : undefined;
  if (body) console.error(`--key ${key}`);
  const payment = await asOperator(values.brand, (send) =>
    body ? send(refundCharge, { path, body, key }) : send(chargePayment, { path }),
  );
  for (const line of describe(payment)) console.log(printable(line));
  return 0;
}

/** @throws WrongArguments if they aren't a valid refund */
function readRequest([part = '', ...numbers]: string[], reason: string | undefined): RefundRequest {
  const read = RefundRequest.safeParse({ ...partOf(part, numbers), reason });
  if (read.success) return read.data;
  throw new WrongArguments(
    reason
      ? 'Give all, an amount such as 12,50 or 1000 (without thousands separators), or lines and their numbers.'
      : '--reason is missing.',
  );
}

function partOf(part: string, numbers: string[]) {
  if (part === 'lines') return { lines: numbers.map(numberOf) };
  if (numbers.length > 0) return { amount: Number.NaN };
  return part === 'all' ? {} : { amount: numberOf(part.replace(',', '.')) };
}

/** Without thousands separators, which would make `1.000` one real. */
const numberOf = (text: string) => (/^\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN);

const reais = (amount: number) => formatBRL(centsFromReais(amount));

function describe({ transactionId, amount, refunded, lines, refunds }: ChargePayment): string[] {
  return [
    `Charge ${transactionId}: ${reais(amount)} billed, ${reais(refunded)} refunded`,
    ...lines.map(
      ({ line, description, amount: cost, refunded: isRefunded }) =>
        `${line}. ${description}  ${reais(cost)}${isRefunded ? '  refunded' : ''}`,
    ),
    ...refunds.map(
      ({ refundId, given, amount: left, reason, operatorId, at }) =>
        `${at}  refund ${refundId}  ${reais(given)}${left < given ? ` (${reais(left)} since the bill was lowered)` : ''}  user ${operatorId}  ${reason}`,
    ),
  ];
}

await runCommand(HELP, run);
