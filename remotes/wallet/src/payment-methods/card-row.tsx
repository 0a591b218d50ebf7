import type { PaymentMethod } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { CreditCard, Pencil } from '@shared/ui/icons';
import type { MouseEvent } from 'react';
import { cardTitle, kindWord } from '../method-words.ts';
import styles from './payment-methods.module.css';
import { strings } from './strings.ts';

interface CardRowProps {
  card: PaymentMethod;
  /** The card is chosen to pay with; prevents the default where it can't be yet. */
  onPay: (event: MouseEvent) => void;
}

/** A saved card: the row pays with it, the pencil at its end shows and changes it. */
export function CardRow({ card, onPay }: CardRowProps) {
  const paths = usePaths();
  const title = cardTitle(card);
  return (
    <li className={styles.row}>
      <Link to={paths.addCredit(card.id)} className={styles.pay} onClick={onPay}>
        <CreditCard />
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          <span className={styles.detail}>
            {[kindWord(card.item_type), card.is_default && strings.main].filter(Boolean).join(' · ')}
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
