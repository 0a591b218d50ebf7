import type { ComponentProps, ReactNode } from 'react';
import styles from './icon-button.module.css';
import { ChevronLeft } from './icons.ts';
import { strings } from './strings.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What it does, in words: its accessible name. */
  label: string;
  icon: ReactNode;
}

/** A button of one icon, 44 px at least each way. */
export function IconButton({ label, icon, ...props }: IconButtonProps) {
  return (
    <button type="button" {...props} className={styles.button} aria-label={label} title={label}>
      {icon}
    </button>
  );
}

/** The way back, as the phone's own back does it. */
export function BackButton({ onPress }: { onPress: () => void }) {
  return <IconButton label={strings.back} icon={<ChevronLeft />} onClick={onPress} />;
}
