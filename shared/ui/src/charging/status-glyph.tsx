import type { ReactNode } from 'react';
import badgeStyles from './status-badge.module.css';
import styles from './status-glyph.module.css';

export type StatusKind = 'available' | 'inUse' | 'offline' | 'attention' | 'fault' | 'done';

/** Each status has its own shape, so that it doesn't depend on colour. */
const SHAPES: Record<StatusKind, ReactNode> = {
  available: <circle cx="8" cy="8" r="6" />,
  inUse: <path d="M9.3 1 3.2 8.8h3.6L6 15l6.8-8.6H8.7z" />,
  offline: (
    <path d="M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2ZM4 12l8-8" fill="none" strokeWidth="1.8" />
  ),
  attention: <path d="M8 2 1.6 13.4h12.8z" strokeWidth="1.6" />,
  fault: <path d="M3.5 3.5l9 9m0-9-9 9" fill="none" strokeWidth="2.6" />,
  done: <path d="m2.5 8.6 3.7 3.7 7.3-8.1" fill="none" strokeWidth="2.4" />,
};

/** Status icon. Show the status as text beside it, or name the group that contains it. */
export function StatusGlyph({ kind }: { kind: StatusKind }) {
  return (
    <svg className={styles.glyph} data-kind={kind} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[kind]}
    </svg>
  );
}

export function StatusBadge({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={badgeStyles.badge} data-kind={kind}>
      <StatusGlyph kind={kind} />
      {children}
    </span>
  );
}
