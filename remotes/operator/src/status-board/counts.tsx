import { formatDecimal, formatKw } from '@shared/brazil';
import { isolate } from '@shared/brazil/isolate';
import type { ConnectorUse } from '@shared/charging/connector-use';
import type { BoardConnector, SiteBoard } from '@shared/contract';
import { StatusGlyph, type StatusKind } from '@shared/ui';
import head from '../wall/wall-head.module.css';
import { nameOf, usageOf } from './connector-state.ts';
import styles from './status-board.module.css';
import { strings } from './strings.ts';

interface Group {
  glyph: StatusKind;
  uses: readonly ConnectorUse[];
  counted: (count: number) => string;
}
const AVAILABLE: Group = { glyph: 'available', uses: ['available'], counted: strings.available };
const OUT_OF_SERVICE: Group = {
  glyph: 'offline',
  uses: ['outOfService', 'disconnected'],
  counted: strings.out,
};
const UNREPORTED: Group = { glyph: 'attention', uses: ['unreported'], counted: strings.unreported };
const GROUPS: Group[] = [
  AVAILABLE,
  { glyph: 'inUse', uses: ['inUse'], counted: strings.inUse },
  OUT_OF_SERVICE,
  UNREPORTED,
];
const connectorsIn = ({ uses }: Group, connectors: readonly BoardConnector[]) =>
  connectors.filter((connector) => uses.includes(usageOf(connector)));

interface CountsProps {
  connectors: readonly BoardConnector[];
  total: number;
  sharedPower: SiteBoard['sharedPower'];
}

/**
 * Shows the number of connectors in total, available, in use, out of service and, if any, without a
 * reported status, and the power that a limited site shares.
 */
export function Counts({ connectors, total, sharedPower }: CountsProps) {
  const counts = GROUPS.map((group) => ({ group, count: connectorsIn(group, connectors).length }));
  return (
    <dl className={head.facts}>
      <div>
        <dt>{strings.total}</dt>
        <dd>{total}</dd>
      </div>
      {counts.map(
        ({ group, count }) =>
          (count > 0 || group !== UNREPORTED) && (
            <div key={group.glyph}>
              <dt>
                <StatusGlyph kind={group.glyph} />
              </dt>
              <dd>{group.counted(count)}</dd>
            </div>
          ),
      )}
      {sharedPower && (
        <div>
          <dt>{strings.power}</dt>
          <dd>{strings.powerOf(formatDecimal(sharedPower.usedKW), formatKw(sharedPower.maxKW))}</dd>
        </div>
      )}
    </dl>
  );
}

interface HighlightsProps {
  connectors: readonly BoardConnector[];
  /** Maximum number of names per line. */
  named: number;
}

/**
 * Names some available and some out-of-service connectors of all pages, for boards with several
 * pages.
 */
export function Highlights({ connectors, named }: HighlightsProps) {
  const lines = [
    { group: AVAILABLE, title: strings.freeNow },
    { group: OUT_OF_SERVICE, title: strings.outNow },
  ];
  return (
    <dl className={styles.highlights}>
      {lines.map(({ group, title }) => (
        <div key={title}>
          <dt>
            <StatusGlyph kind={group.glyph} /> {title}
          </dt>
          <dd>{joinNames(connectorsIn(group, connectors).map(nameOf), named)}</dd>
        </div>
      ))}
    </dl>
  );
}

function joinNames(names: readonly string[], limit: number): string {
  if (names.length === 0) return strings.nothing;
  const first = names.slice(0, limit).map(isolate).join(', ');
  return names.length > limit ? `${first} ${strings.more(names.length - limit)}` : first;
}
