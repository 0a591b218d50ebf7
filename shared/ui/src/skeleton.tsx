import type { ReactNode } from 'react';
import styles from './skeleton.module.css';
import { strings } from './strings.ts';

interface SkeletonProps {
  /** A CSS length; what will stand here decides it. A line of text unless said otherwise. */
  width?: string;
  height?: string;
}

/** The place of something that is still loading, of the same size as it. */
export function Skeleton({ width = '100%', height = '1.5rem' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}

/** Skeletons as one thing for screen readers, which hear 'Carregando…' once. */
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
