import { isUnreliable } from '@shared/charging/measurement-words';
import { queries, serverTime, useQuery } from '@shared/client';
import type { MeasuredConnector } from '@shared/contract';
import { Link, useParams, usePaths } from '@shared/router';
import { ButtonLink, StatusGlyph } from '@shared/ui';
import { keyOf } from '../status-board/connector-state.ts';
import { Pager } from '../wall/pager.tsx';
import { POLL_OPTIONS } from '../wall/poll.ts';
import { useClock } from '../wall/use-clock.ts';
import { useFit } from '../wall/use-fit.ts';
import { usePages } from '../wall/use-pages.ts';
import { useWake } from '../wall/use-wake.ts';
import { Wall } from '../wall/wall.tsx';
import head from '../wall/wall-head.module.css';
import { WallHead } from '../wall/wall-head.tsx';
import { WallTable } from '../wall/wall-table.tsx';
import { ConnectorRow, connectorHeads } from './columns.tsx';
import { strings } from './strings.ts';

const NEEDS = { lineWidth: 58, tileWidth: 34, highlights: 0 };
const NONE: readonly MeasuredConnector[] = [];

/** Public board of a site's connectors for a TV, least reliable first (the server's order). */
export function Component() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const board = useQuery({ ...queries.siteReliability(id), ...POLL_OPTIONS });
  useWake(() => void board.refetch({ cancelRefetch: false }));
  const now = serverTime(useClock());
  const { data } = board;
  const connectors = data?.connectors ?? NONE;
  const fit = useFit(connectors.length, NEEDS);
  const pages = usePages(fit);
  return (
    <Wall
      title={strings.title}
      fit={fit}
      backgroundId={data?.csBgFileId}
      query={board}
      failure={strings.failure}
    >
      {data && (
        <>
          <WallHead
            title={strings.title}
            subtitle={data.csName}
            logoId={data.csLogoFileId}
            links={<ButtonLink render={<Link to={paths.fleetBoard(id)} />}>{strings.board}</ButtonLink>}
            since={board.dataUpdatedAt}
            failed={board.isError}
          >
            <Counts connectors={connectors} />
            <Pager {...pages} />
          </WallHead>
          <WallTable fit={fit} heads={connectorHeads} page={pages.page} empty={strings.empty}>
            {pages.of(connectors).map((connector) => (
              <ConnectorRow key={keyOf(connector)} connector={connector} now={now} />
            ))}
          </WallTable>
        </>
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
