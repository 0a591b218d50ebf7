import type { ReactNode } from 'react';
import styles from './success-icon.module.css';

export const SuccessIcon = ({ children }: { children: ReactNode }) => (
  <div className={styles.sign}>{children}</div>
);
