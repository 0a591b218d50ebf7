import { queries } from '@shared/client';
import type { BoardConnector } from '@shared/contract';
import { Link, useParams, usePaths } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import { Pager } from '../wall/pager.tsx';
import { useBoard } from '../wall/use-board.ts';
import { usePages } from '../wall/use-pages.ts';
import { Wall } from '../wall/wall.tsx';
import { WallHead } from '../wall/wall-head.tsx';
import { WallTable } from '../wall/wall-table.tsx';
import { ConnectorRow, connectorHeads } from './columns.tsx';
import { keyOf } from './connector-state.ts';
import { Counts, Highlights } from './counts.tsx';
import styles from './status-board.module.css';
import { strings } from './strings.ts';

const NEEDS = { lineWidth: 52, tileWidth: 21.5, highlights: 3.25 };
/** The power of a limited site has a line of its own. */
const LIMITED_NEEDS = { ...NEEDS, moreAbove: 1.4 };
const NONE: readonly BoardConnector[] = [];

/** Status board of a fleet's site. */
export const FleetBoard = () => <StatusBoard valet={false} />;

/** Status board of a valet site. */
export const ValetBoard = () => <StatusBoard valet />;

/**
 * Public status board of a site for a TV; a failed poll keeps the last data on screen. With `valet`
 * it links to the valet queue as well.
 */
function StatusBoard({ valet }: { valet: boolean }) {
  const { id = '' } = useParams();
  const paths = usePaths();
  const board = useBoard(queries.siteBoard(id));
  const { data } = board;
  const connectors = data?.connectors ?? NONE;
  const pages = usePages(connectors, data?.sharedPower ? LIMITED_NEEDS : NEEDS);
  const { fit } = pages;
  return (
    <Wall
      fit={fit}
      backgroundId={data?.csBgFileId}
      query={board}
      failure={strings.failure}
      head={
        <WallHead
          title={data?.csName || strings.title}
          logoId={data?.csLogoFileId}
          links={
            <>
              <ButtonLink render={<Link to={paths.fleetPriority(id)} />}>{strings.priority}</ButtonLink>
              {valet && <ButtonLink render={<Link to={paths.valet(id)} />}>{strings.valet}</ButtonLink>}
            </>
          }
          query={board}
        >
          {data && (
            <Counts
              connectors={connectors}
              total={data.count ?? connectors.length}
              sharedPower={data.sharedPower}
            />
          )}
          <Pager {...pages} />
        </WallHead>
      }
    >
      {data && (
        <>
          {fit.look === 'tiles' && fit.pages > 1 && (
            <Highlights connectors={connectors} named={2 * fit.columns} />
          )}
          <WallTable
            fit={fit}
            heads={connectorHeads}
            rowClass={styles.row}
            page={pages.page}
            empty={strings.empty}
          >
            {pages.rows.map((connector) => (
              <ConnectorRow key={keyOf(connector)} connector={connector} />
            ))}
          </WallTable>
        </>
      )}
    </Wall>
  );
}
