import type { ReactNode } from 'react';
import styles from './sign.module.css';

/** A large success icon. */
export const Sign = ({ children }: { children: ReactNode }) => <div className={styles.sign}>{children}</div>;
