import { useImage } from '@shared/client';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { QueryState, Skeleton } from '@shared/ui';
import { Picture } from '@shared/ui/picture';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import type { Fit } from './fit-rows.ts';
import styles from './wall.module.css';
import { WallFoot } from './wall-foot.tsx';

interface WallProps {
  /** Name of the board: its heading until the data has loaded, which may bring its own. */
  title: string;
  fit: Fit;
  /** File id of the site's background image. */
  backgroundId?: string | undefined;
  /** The board's query. */
  query: Parameters<typeof useFailureToast>[0] & ComponentProps<typeof QueryState>['query'];
  /** Message shown if the query fails: in place, or as a toast while older data is shown. */
  failure: string;
  /** The board, once its data has loaded. */
  children: ReactNode;
}

/** Frame of a board: dark, scaled to the screen, with the support contact at the bottom. */
export function Wall({ title, fit, backgroundId, query, failure, children }: WallProps) {
  const background = useImage(backgroundId);
  useFailureToast(query, failure);
  return (
    <main className={styles.wall} data-scheme="dark" data-look={fit.look} style={sizesOf(fit)}>
      <Picture className={styles.background} src={background} />
      {children ?? (
        <>
          <h1>{title}</h1>
          <QueryState query={query} failure={failure}>
            <Skeleton width="60%" height="3rem" />
            <Skeleton height="70dvh" />
          </QueryState>
        </>
      )}
      <WallFoot />
    </main>
  );
}

function sizesOf(fit: Fit): CSSProperties | undefined {
  if (fit.look === 'handheld') return undefined;
  const sizes: Record<`--${string}`, string> = {
    '--size': `${fit.size}px`,
    '--columns': String(fit.columns),
    '--rows': String(fit.rows),
  };
  return sizes;
}
