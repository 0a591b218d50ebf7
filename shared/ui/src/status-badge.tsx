import type { ReactNode } from 'react';
import styles from './status-badge.module.css';
import { StatusGlyph, type StatusKind } from './status-glyph.tsx';

/** A state as a shape, a colour and a word. The word is the child. */
export function StatusBadge({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={styles.badge} data-kind={kind}>
      <StatusGlyph kind={kind} />
      {children}
    </span>
  );
}
