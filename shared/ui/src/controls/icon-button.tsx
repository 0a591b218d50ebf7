import type { ComponentProps, ReactNode } from 'react';
import { ChevronLeft } from '../icons.ts';
import { words } from '../strings.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Accessible name of the action. */
  label: string;
  icon: ReactNode;
}

/** Button with only an icon, at least 44 px wide and high. */
export function IconButton({ label, icon, ...props }: IconButtonProps) {
  return (
    <button type="button" {...props} className={styles.button} aria-label={label} title={label}>
      {icon}
    </button>
  );
}

export function BackButton({ onPress }: { onPress: () => void }) {
  return <IconButton label={words.back} icon={<ChevronLeft />} onClick={onPress} />;
}
