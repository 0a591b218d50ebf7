import styles from './recharge.module.css';

/**
 * Shows a value reported by the charge point and fades it in when it changes. The animation is CSS:
 * a script that draws each frame would keep a phone's CPU awake.
 */
export function Reading({ children }: { children: string }) {
  return (
    <span key={children} className={styles.reading}>
      {children}
    </span>
  );
}
