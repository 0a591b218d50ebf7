import { queries, useImage, useQuery } from '@shared/client';
import { useParams } from '@shared/router';
import { FailureState, Loading, Skeleton } from '@shared/ui';
import styles from './board.module.css';
import { BoardFoot } from './board-foot.tsx';
import { BoardHead } from './board-head.tsx';
import { BoardTable } from './board-table.tsx';
import { strings } from './strings.ts';

/** Specification, section 9. */
const POLL_MS = 30_000;
/** Two polls that didn't come. A poll that failed makes data old at once. */
const OLD_AFTER_MS = 75_000;

/** The status board of a site: public, made for a television, never blank once it has shown something. */
export function Component() {
  const { id = '' } = useParams();
  const board = useQuery({
    ...queries.siteBoard(id),
    refetchInterval: POLL_MS,
    // A television's browser may take itself for a background one.
    refetchIntervalInBackground: true,
  });
  const background = useImage(board.data?.csBgFileId);
  return (
    <main className={styles.board} data-scheme="dark">
      {background && <img className={styles.background} src={background} alt="" />}
      {board.data ? (
        <>
          <BoardHead
            board={board.data}
            since={board.dataUpdatedAt}
            oldAfterMs={board.isError ? 0 : OLD_AFTER_MS}
          />
          <BoardTable board={board.data} />
        </>
      ) : board.isError ? (
        <FailureState message={strings.failure} onRetry={() => board.refetch()} retrying={board.isFetching} />
      ) : (
        <Loading>
          <Skeleton width="60%" height="3rem" />
          <Skeleton height="70dvh" />
        </Loading>
      )}
      <BoardFoot />
    </main>
  );
}
