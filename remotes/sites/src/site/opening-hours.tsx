import { type ChargerSite, openingHours } from '@shared/contract';
import { useNow } from '@shared/ui';
import { Clock } from '@shared/ui/icons';
import { describeOpening } from '../opening/describe-opening.ts';
import { weekHours } from '../opening/week-hours.ts';
import styles from './opening-hours.module.css';
import { strings } from './strings.ts';

const MINUTE = 60_000;

/** Opening state, expandable to the week's hours if known; nothing if neither is known. */
export function OpeningHours({ site }: { site: ChargerSite }) {
  const now = new Date(useNow(MINUTE));
  const hours = openingHours(site.csAvailability);
  const opening = describeOpening(site.isOpen, hours, now);
  if (!opening) return null;
  return (
    <li data-closed={!opening.open} className={styles.opening}>
      <Clock />
      {hours ? (
        <details>
          <summary className={styles.summary}>
            {opening.words}
            <span className={styles.more}>{strings.hours}</span>
          </summary>
          <dl className={styles.week}>
            {weekHours(hours, now).map(({ name, isToday, words }) => (
              <div key={name} data-today={isToday}>
                <dt>{isToday ? strings.today(name) : name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : (
        opening.words
      )}
    </li>
  );
}
