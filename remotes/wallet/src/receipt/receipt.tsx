import { formatBRL } from '@shared/brazil';
import { brandName } from '@shared/contract';
import { brandAtom } from '@shared/state';
import { StatusGlyph, type StatusKind } from '@shared/ui';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Line } from './bill.ts';
import type { Fact } from './facts.ts';
import styles from './receipt.module.css';
import { strings } from './strings.ts';

interface ReceiptProps {
  /** Integer cents; undefined until the bill is closed. */
  total: number | undefined;
  /** Amount at the top, if it isn't the total. Integer cents. */
  amount?: number;
  /** Status line under the amount, and its icon (success by default). */
  status: string;
  kind?: StatusKind;
  facts: Fact[];
  lines: Line[];
  /** Shown instead of the total. */
  pending?: ReactNode;
}

/** Receipt with the brand, the total, the facts and every line of the bill. */
export function Receipt({
  total,
  amount = total,
  status,
  kind = 'done',
  facts,
  lines,
  pending,
}: ReceiptProps) {
  const { record, logoUrl } = useAtomValue(brandAtom);
  const brand = record && brandName(record);
  return (
    <article className={styles.paper}>
      <header className={styles.head}>
        {logoUrl ? (
          <img className={styles.logo} src={logoUrl} alt={brand ?? ''} />
        ) : (
          brand && (
            <p className={styles.brand}>
              <bdi>{brand}</bdi>
            </p>
          )
        )}
        {/* Announces the amount when it replaces `pending`. */}
        <div className={styles.sum} role="status">
          {amount === undefined ? (
            pending
          ) : (
            <>
              <p className={styles.amount}>{formatBRL(amount)}</p>
              <p className={styles.status} data-kind={kind}>
                <StatusGlyph kind={kind} />
                {status}
              </p>
            </>
          )}
        </div>
      </header>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {total !== undefined && <BillTable lines={lines} total={total} />}
      <p className={styles.small}>{strings.notFiscal}</p>
    </article>
  );
}

function BillTable({ lines, total }: { lines: Line[]; total: number }) {
  return (
    <table className={styles.bill}>
      <caption data-spoken>{strings.items}</caption>
      <tbody>
        {lines.map(({ description, detail, cents, refunded }, index) => (
          // Lines never change their order, and two may be equal, so the index is a safe key.
          <tr key={`${index} ${description}`} data-refunded={refunded}>
            <th scope="row">
              <bdi>{refunded ? <s>{description}</s> : description}</bdi>
              {(detail || refunded) && (
                <span className={styles.detail}>
                  {[detail, refunded && strings.refunded].filter(Boolean).join(' · ')}
                </span>
              )}
            </th>
            <td>{refunded ? <s>{formatBRL(cents)}</s> : formatBRL(cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{strings.total}</th>
          <td>{formatBRL(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
