import { centsFromReais, formatBRL } from '@shared/brazil';
import type { GuestCharge } from '@shared/contract/guest-charge';
import { Card } from '@shared/ui';
import styles from './guest.module.css';
import { strings } from './strings.ts';

const format = (reais: number) => formatBRL(centsFromReais(reais));

/** What a guest has paid, spent and got back. */
export function GuestMoney({ charge: { amount, spent, back } }: { charge: GuestCharge }) {
  return (
    <Card>
      <dl className={styles.money}>
        <div>
          <dt>{strings.paid}</dt>
          <dd>{format(amount)}</dd>
        </div>
        {spent !== undefined && (
          <div>
            <dt>{strings.spent}</dt>
            <dd>{format(spent)}</dd>
          </div>
        )}
        {back.map((part, index) => (
          <div key={index}>
            <dt>
              {strings.back}
              <span className={styles.note}>{stateOf(part)}</span>
            </dt>
            <dd>{format(part.amount)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function stateOf({ state, bankId }: GuestCharge['back'][number]): string | undefined {
  if (state === 'done') return bankId && strings.done(bankId);
  return state === 'rejected' ? strings.rejected : strings.pending;
}
