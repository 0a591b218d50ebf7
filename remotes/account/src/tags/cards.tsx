import { formatDate } from '@shared/brazil';
import type { UserTag } from '@shared/contract/tags';
import { Card } from '@shared/ui';
import { Switch } from '@shared/ui/form-fields';
import { Section } from '../section.tsx';
import { strings } from './strings.ts';
import styles from './tags.module.css';
import { useTags, useTagWrites } from './use-tags.ts';

/** The user's cards, each with a switch that blocks it; renders nothing without one. */
export function Component() {
  const { data } = useTags();
  const { switchOff, allow } = useTagWrites();
  const cards = data?.tags.filter(({ kind }) => kind === 'card') ?? [];
  if (cards.length === 0) return null;
  return (
    <Section title={strings.cards}>
      <Card>
        <div className={styles.list}>
          {cards.map((card) => (
            <div key={card.tagId}>
              <Switch
                label={card.label ?? strings.card}
                checked={!card.blocked}
                aria-busy={switchOff.isPending || allow.isPending}
                aria-describedby={card.validUntil && idOfExpiry(card)}
                onChange={({ target }) => (target.checked ? allow : switchOff).mutate(card)}
              />
              {card.validUntil && (
                <p id={idOfExpiry(card)} className={styles.note}>
                  {strings.validUntil(lastDayBefore(card.validUntil))}
                </p>
              )}
            </div>
          ))}
          <p className={styles.note}>{strings.cardsText}</p>
        </div>
      </Card>
    </Section>
  );
}

const idOfExpiry = ({ tagId }: UserTag) => `expiry-of-${tagId}`;

/** A card that expires at midnight is valid until the day before. */
const lastDayBefore = (instant: string) => formatDate(new Date(Date.parse(instant) - 1));
