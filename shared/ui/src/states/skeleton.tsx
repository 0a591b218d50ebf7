import type { ReactNode } from 'react';
import { words } from '../strings.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** Width of the content that is loading, as a CSS length; by default the full width. */
  width?: string | undefined;
  /** Height of the content that is loading, as a CSS length; by default one line of text. */
  height?: string | undefined;
}

/** Placeholder with the size of the content that is loading. */
export function Skeleton({ width = '100%', height = '1.5rem' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}

interface LoadingProps {
  /** Height of the single skeleton that is shown without children. */
  height?: string | undefined;
  children?: ReactNode;
}

/** Groups skeletons for screen readers, which announce 'Carregando…' once. */
export function Loading({ height, children = <Skeleton height={height} /> }: LoadingProps) {
  return (
    <div className={styles.loading} aria-busy="true">
      <span data-spoken role="status">
        {words.loading}
      </span>
      {children}
    </div>
  );
}
