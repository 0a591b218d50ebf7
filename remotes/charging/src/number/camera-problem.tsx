import { Button } from '@shared/ui';
import { CameraOff } from '@shared/ui/icons';
import type { ScannerErrorKind } from '@yudiel/react-qr-scanner';
import styles from './page.module.css';
import { strings } from './strings.ts';

export type CameraProblem = 'refused' | 'absent' | 'inUse' | 'insecure' | 'failed';

/** Maps the scanner library's error kinds to the problems shown to the driver. */
export const PROBLEM_BY_ERROR = {
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

const MESSAGES = {
  refused: { title: strings.refused, text: strings.refusedText, retry: true },
  absent: { title: strings.absent, text: strings.absentText, retry: false },
  inUse: { title: strings.inUse, text: strings.inUseText, retry: true },
  insecure: { title: strings.insecure, text: strings.insecureText, retry: false },
  failed: { title: strings.failed, text: strings.failedText, retry: true },
} as const satisfies Record<CameraProblem, { title: string; text: string; retry: boolean }>;

/** Returns a problem that can be detected before the camera is requested. */
export function detectCameraProblem(): CameraProblem | undefined {
  if (!window.isSecureContext) return 'insecure';
  return 'mediaDevices' in navigator ? undefined : 'absent';
}

/**
 * Replaces the camera preview with the reason it is unavailable and offers the typed number
 * instead.
 */
export function CameraProblemNote(props: { problem: CameraProblem; onRetry: () => void }) {
  const { title, text, retry } = MESSAGES[props.problem];
  return (
    <div className={styles.problem} role="status">
      <CameraOff />
      <p className={styles.problemTitle}>{title}</p>
      <p>{text}</p>
      {retry && <Button onClick={props.onRetry}>{strings.retry}</Button>}
    </div>
  );
}
