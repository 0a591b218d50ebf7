import { isUnreliable } from '@shared/charging/measurement-words';
import { queries, serverTime } from '@shared/client';
import type { MeasuredConnector } from '@shared/contract';
import { Link, useParams, usePaths } from '@shared/router';
import { ButtonLink, StatusGlyph } from '@shared/ui';
import { keyOf } from '../status-board/connector-state.ts';
import { Pager } from '../wall/pager.tsx';
import { useBoard } from '../wall/use-board.ts';
import { useClock } from '../wall/use-clock.ts';
import { usePages } from '../wall/use-pages.ts';
import { Wall } from '../wall/wall.tsx';
import head from '../wall/wall-head.module.css';
import { WallHead } from '../wall/wall-head.tsx';
import { WallTable } from '../wall/wall-table.tsx';
import { ConnectorRow, connectorHeads } from './columns.tsx';
import styles from './reliability.module.css';
import { strings } from './strings.ts';

const NEEDS = { lineWidth: 58, tileWidth: 34, highlights: 0 };
const NONE: readonly MeasuredConnector[] = [];

/** Public board of a site's connectors for a TV, least reliable first (the server's order). */
export function Component() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const board = useBoard(queries.siteReliability(id));
  const now = serverTime(useClock());
  const { data } = board;
  const connectors = data?.connectors ?? NONE;
  const pages = usePages(connectors, NEEDS);
  return (
    <Wall
      fit={pages.fit}
      backgroundId={data?.csBgFileId}
      query={board}
      failure={strings.failure}
      head={
        <WallHead
          title={strings.title}
          subtitle={data?.csName}
          logoId={data?.csLogoFileId}
          links={<ButtonLink render={<Link to={paths.fleetBoard(id)} />}>{strings.board}</ButtonLink>}
          query={board}
        >
          {data && <Counts connectors={connectors} />}
          <Pager {...pages} />
        </WallHead>
      }
    >
      {data && (
        <WallTable
          fit={pages.fit}
          heads={connectorHeads}
          rowClass={styles.row}
          page={pages.page}
          empty={strings.empty}
        >
          {pages.rows.map((connector) => (
            <ConnectorRow key={keyOf(connector)} connector={connector} now={now} />
          ))}
        </WallTable>
      )}
    </Wall>
  );
}

/** Shows how many connectors often fail, and how many were measured. */
function Counts({ connectors }: { connectors: readonly MeasuredConnector[] }) {
  const rates = connectors.flatMap(({ reliability }) => reliability ?? []);
  return (
    <dl className={head.facts}>
      <div>
        <dt>
          <StatusGlyph kind="attention" />
        </dt>
        <dd>{strings.unreliable(rates.filter(isUnreliable).length)}</dd>
      </div>
      <div>
        <dt>{strings.measured}</dt>
        <dd>{strings.measuredOf(rates.length, connectors.length)}</dd>
      </div>
    </dl>
  );
}
