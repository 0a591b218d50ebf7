import type { ReactNode } from 'react';
import styles from './status-badge.module.css';
import { StatusGlyph, type StatusKind } from './status-glyph.tsx';

export function StatusBadge({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={styles.badge} data-kind={kind}>
      <StatusGlyph kind={kind} />
      {children}
    </span>
  );
}
