import { queries, useQuery } from '@shared/client';
import { type PaymentMethod, PIX } from '@shared/contract';
import { failureText } from '@shared/forms/failure-text';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Link, useBack, usePaths } from '@shared/router';
import { Page, QueryState } from '@shared/ui';
import { CreditCard, Pencil, QrCode } from '@shared/ui/icons';
import { ListRow } from '@shared/ui/list';
import { type MouseEvent, useState } from 'react';
import { useCpfGate } from '../cpf-gate/use-cpf-gate.tsx';
import { cardsOf, cardTitle, kindLabel } from '../method-labels.ts';
import { Component as PaybackRow } from '../payback/payback-row.tsx';
import { TitledList } from '../titled-list.tsx';
import styles from './payment-methods.module.css';
import { strings } from './strings.ts';

/** Lists the payment methods for a top-up: saved cards, a new card, Pix. */
export function Component() {
  const paths = usePaths();
  const back = useBack(paths.home());
  const query = useQuery(queries.paymentMethods());
  const failure = failureText(query.error);
  useFailureToast(query, failure);
  // Cards that load while the screen is open come after the rows that need no response, and the payback
  // only with them: a row that moves takes the wrong press.
  const [cardsFirst] = useState(query.data !== undefined);
  const gate = useCpfGate();
  const cards = cardsOf(query.data ?? []);
  const pay = (event: MouseEvent) => {
    if (!gate.pass()) event.preventDefault();
  };

  const saved = query.data ? (
    cards.length > 0 && (
      <TitledList title={strings.cards}>
        {cards.map((card) => (
          <CardRow key={card.id} card={card} onPay={pay} />
        ))}
      </TitledList>
    )
  ) : (
    <QueryState query={query} failure={failure} height="9rem" />
  );

  return (
    <Page title={strings.title} onBack={back}>
      {cardsFirst && saved}
      <TitledList title={strings.other} isShown={cardsFirst && cards.length > 0}>
        <ListRow
          render={<Link to={paths.addCreditCard()} />}
          leading={<CreditCard />}
          title={strings.newCard}
          detail={strings.newCardText}
        />
        <ListRow
          render={<Link to={paths.addCredit(PIX)} onClick={pay} />}
          leading={<QrCode />}
          title={strings.pix}
          detail={strings.pixText}
        />
      </TitledList>
      {!cardsFirst && saved}
      {!query.isPending && <PaybackRow />}
      {gate.dialog}
    </Page>
  );
}

interface CardRowProps {
  card: PaymentMethod;
  /** Called when the card is chosen to pay; prevents the default if the user can't pay yet. */
  onPay: (event: MouseEvent) => void;
}

/** Row of a saved card: opens the top-up with it; the pencil opens the card. */
function CardRow({ card, onPay }: CardRowProps) {
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
