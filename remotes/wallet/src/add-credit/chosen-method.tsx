import { isolate } from '@shared/brazil/isolate';
import { type PaymentMethod, PIX } from '@shared/contract';
import { Card } from '@shared/ui';
import { CreditCard, QrCode } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { cardTitle, kindLabel } from '../method-labels.ts';
import { strings } from './strings.ts';

interface ChosenMethodProps {
  /** The saved card; undefined for Pix. */
  card: PaymentMethod | undefined;
}

/** Shows the selected payment method. */
export function ChosenMethod({ card }: ChosenMethodProps) {
  return (
    <Card flush>
      <List label={strings.method}>
        {card ? (
          <ListRow
            leading={<CreditCard />}
            title={cardTitle(card)}
            detail={[kindLabel(card.item_type), isolate(card.data?.holder_name ?? '')]
              .filter(Boolean)
              .join(' · ')}
          />
        ) : (
          <ListRow leading={<QrCode />} title={kindLabel(PIX)} detail={strings.pixText} />
        )}
      </List>
    </Card>
  );
}
