import type { ReactNode } from 'react';
import styles from './skeleton.module.css';
import { strings } from './strings.ts';

interface SkeletonProps {
  /** CSS length of the content that will replace it; defaults to one line of text. */
  width?: string;
  height?: string;
}

/** Placeholder with the size of the content that is loading. */
export function Skeleton({ width = '100%', height = '1.5rem' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}

/** Groups skeletons for screen readers, which announce 'Carregando…' once. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <div className={styles.loading} aria-busy="true">
      <span className={styles.words} role="status">
        {strings.loading}
      </span>
      {children}
    </div>
  );
}
