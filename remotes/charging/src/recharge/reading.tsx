import styles from './recharge.module.css';

/**
 * Shows a figure of the charge point, and fades it in when it changes. The browser animates it: a
 * script that draws each frame would keep a phone's CPU awake.
 */
export function Reading({ children }: { children: string }) {
  return (
    <span key={children} className={styles.reading}>
      {children}
    </span>
  );
}
