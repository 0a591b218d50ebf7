import { useImage } from '@shared/client';
import { Loading, Skeleton } from '@shared/ui';
import { Picture } from '@shared/ui/picture';
import type { CSSProperties, ReactNode } from 'react';
import type { Fit } from './fit-rows.ts';
import styles from './wall.module.css';
import { WallFoot } from './wall-foot.tsx';

interface WallProps {
  fit: Fit;
  /** File id of the site's background image. */
  backgroundId?: string | undefined;
  children: ReactNode;
}

/** Frame of a board on a wall display: dark, scaled to the screen, support contact at the bottom. */
export function Wall({ fit, backgroundId, children }: WallProps) {
  const background = useImage(backgroundId);
  return (
    <main className={styles.wall} data-scheme="dark" data-look={fit.look} style={sizesOf(fit)}>
      <Picture className={styles.background} src={background} />
      {children}
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

/** Placeholder for header and rows while they load. */
export function WallLoading() {
  return (
    <Loading>
      <Skeleton width="60%" height="3rem" />
      <Skeleton height="70dvh" />
    </Loading>
  );
}
