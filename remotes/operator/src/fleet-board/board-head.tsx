import { BOARD_TIME_ZONE, formatDateTime } from '@shared/brazil';
import { useImage } from '@shared/client';
import type { BoardConnector, SiteBoard } from '@shared/contract';
import { StaleNote, StatusGlyph, type StatusKind } from '@shared/ui';
import styles from './board.module.css';
import { stateOf } from './board-row.tsx';
import { strings } from './strings.ts';
import { useClock } from './use-clock.ts';

interface BoardHeadProps {
  board: SiteBoard;
  /** When the board's data came, in milliseconds since 1970. */
  since: number;
  /** Data is called old from this age. */
  oldAfterMs: number;
}

/** Where the eye goes: the site's name, the time, how many chargers are free; and the data's age when it is old. */
export function BoardHead({ board, since, oldAfterMs }: BoardHeadProps) {
  const logo = useImage(board.csLogoFileId);
  return (
    <header className={styles.head}>
      {logo && <img className={styles.logo} src={logo} alt="" />}
      <h1 className={styles.name}>{board.csName}</h1>
      <Clock />
      <div className={styles.summary}>
        <Counts connectors={board.connectors} total={board.count ?? board.connectors.length} />
        <StaleNote since={since} afterMs={oldAfterMs} />
      </div>
    </header>
  );
}

function Clock() {
  const now = useClock();
  return <time className={styles.clock}>{formatDateTime(now, BOARD_TIME_ZONE)}</time>;
}

const GROUPS: { glyph: StatusKind; kinds: readonly StatusKind[]; words: (count: number) => string }[] = [
  { glyph: 'available', kinds: ['available'], words: strings.available },
  { glyph: 'inUse', kinds: ['inUse', 'attention'], words: strings.inUse },
  { glyph: 'offline', kinds: ['offline', 'fault'], words: strings.out },
];

function Counts({ connectors, total }: { connectors: readonly BoardConnector[]; total: number }) {
  const kinds = connectors.map((connector) => stateOf(connector).kind);
  return (
    <dl className={styles.counts}>
      <div className={styles.total}>
        <dt>{strings.total}</dt>
        <dd>{total}</dd>
      </div>
      {GROUPS.map(({ glyph, kinds: group, words }) => (
        <div key={glyph}>
          <dt>
            <StatusGlyph kind={glyph} />
          </dt>
          <dd>{words(kinds.filter((kind) => group.includes(kind)).length)}</dd>
        </div>
      ))}
    </dl>
  );
}
