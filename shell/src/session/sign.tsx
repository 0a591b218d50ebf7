import type { ReactNode } from 'react';
import styles from './sign.module.css';

/** The sign of something that went well, as large as the news. */
export const Sign = ({ children }: { children: ReactNode }) => <div className={styles.sign}>{children}</div>;
