import type { PaymentMethod } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { CreditCard, Pencil } from '@shared/ui/icons';
import type { MouseEvent } from 'react';
import { cardTitle, kindLabel } from '../method-labels.ts';
import styles from './payment-methods.module.css';
import { strings } from './strings.ts';

interface CardRowProps {
  card: PaymentMethod;
  /** Called when the card is chosen to pay; prevents the default if the user can't pay yet. */
  onPay: (event: MouseEvent) => void;
}

/** Row of a saved card: opens the top-up with it; the pencil opens the card. */
export function CardRow({ card, onPay }: CardRowProps) {
  const paths = usePaths();
  const title = cardTitle(card);
  return (
    <li className={styles.row}>
      <Link to={paths.addCredit(card.id)} className={styles.pay} onClick={onPay}>
        <CreditCard />
        <span className={styles.words}>
          <bdi className={styles.title}>{title}</bdi>
          <span className={styles.detail}>
            {[kindLabel(card.item_type), card.is_default && strings.main].filter(Boolean).join(' · ')}
          </span>
        </span>
      </Link>
      <Link
        to={paths.addCreditCard(card.id)}
        className={styles.edit}
        aria-label={strings.edit(title)}
        title={strings.edit(title)}
      >
        <Pencil />
      </Link>
    </li>
  );
}
