import { Button } from '@shared/ui';
import { CameraOff } from '@shared/ui/icons';
import type { ScannerErrorKind } from '@yudiel/react-qr-scanner';
import styles from './page.module.css';
import { strings } from './strings.ts';

export type CameraProblem = 'refused' | 'absent' | 'inUse' | 'insecure' | 'failed';

/** What the scanner calls it, and what it means for the person. */
export const PROBLEMS = {
  'permission-denied': 'refused',
  security: 'refused',
  'no-camera': 'absent',
  overconstrained: 'absent',
  unsupported: 'absent',
  'in-use': 'inUse',
  aborted: 'failed',
  'insecure-context': 'insecure',
  'type-error': 'failed',
  unknown: 'failed',
} as const satisfies Record<ScannerErrorKind, CameraProblem>;

const WORDS = {
  refused: { title: strings.refused, text: strings.refusedText, retry: true },
  absent: { title: strings.absent, text: strings.absentText, retry: false },
  inUse: { title: strings.inUse, text: strings.inUseText, retry: true },
  insecure: { title: strings.insecure, text: strings.insecureText, retry: false },
  failed: { title: strings.failed, text: strings.failedText, retry: true },
} as const satisfies Record<CameraProblem, { title: string; text: string; retry: boolean }>;

/** A problem that is known before a camera is asked for. */
export function cameraProblemBefore(): CameraProblem | undefined {
  if (!window.isSecureContext) return 'insecure';
  return 'mediaDevices' in navigator ? undefined : 'absent';
}

/** Stands where the camera's picture would: why it doesn't, and that the number does as well. */
export function CameraProblemNote(props: { problem: CameraProblem; onRetry: () => void }) {
  const { title, text, retry } = WORDS[props.problem];
  return (
    <div className={styles.problem} role="status">
      <CameraOff />
      <p className={styles.problemTitle}>{title}</p>
      <p>{text}</p>
      {retry && <Button onClick={props.onRetry}>{strings.retry}</Button>}
    </div>
  );
}
