import { device, showToastAtom } from '@shared/state';
import { Button, ButtonLink, words } from '@shared/ui';
import { CameraOff } from '@shared/ui/icons';
import { writeClipboard } from '@shared/ui/share';
import type { ScannerErrorKind } from '@yudiel/react-qr-scanner';
import { useSetAtom } from 'jotai';
import { type InAppBrowser, inAppBrowser, intentOf } from './in-app-browser.ts';
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

/** Problems that an in-app browser can cause. */
const IN_APP_PROBLEMS: ReadonlySet<CameraProblem> = new Set(['refused', 'absent', 'failed']);

interface CameraProblemNoteProps {
  problem: CameraProblem;
  onRetry: () => void;
}

/**
 * Shows why the camera is unavailable and suggests typing the number. If an in-app browser may be
 * the cause, also offers to open the device's own browser.
 */
export function CameraProblemNote({ problem, onRetry }: CameraProblemNoteProps) {
  // The product's own wrapper stores its platform.
  const isOwnApp = device.read('platform') !== undefined || matchMedia('(display-mode: standalone)').matches;
  const inApp = inAppBrowser(navigator.userAgent, isOwnApp);
  if (inApp && IN_APP_PROBLEMS.has(problem)) return <InAppNote inApp={inApp} onRetry={onRetry} />;
  const { title, text, retry } = MESSAGES[problem];
  return (
    <div className={styles.problem} role="status">
      <CameraOff />
      <p className={styles.problemTitle}>{title}</p>
      <p>{text}</p>
      {retry && <Button onClick={onRetry}>{words.retry}</Button>}
    </div>
  );
}

/** Offers the device's own browser, which can open the camera. */
function InAppNote({ inApp: { app, opensLinks }, onRetry }: { inApp: InAppBrowser; onRetry: () => void }) {
  const toast = useSetAtom(showToastAtom);
  const copy = async () => {
    const url = location.href;
    const copied = await writeClipboard(url);
    toast(
      copied
        ? { id: 'address', kind: 'success', title: strings.linkCopied }
        : { id: 'address', kind: 'info', title: strings.linkToCopy, text: url },
    );
  };
  return (
    <div className={styles.problem} role="status">
      <CameraOff />
      <p className={styles.problemTitle}>{strings.inApp}</p>
      <p>{strings.inAppText(app)}</p>
      {opensLinks ? (
        <ButtonLink render={<a href={intentOf(location.href)} />}>{strings.openInBrowser}</ButtonLink>
      ) : (
        <p>{strings.inAppMenu}</p>
      )}
      <Button variant={opensLinks ? 'quiet' : 'secondary'} onClick={copy}>
        {strings.copyLink}
      </Button>
      <Button variant="quiet" onClick={onRetry}>
        {words.retry}
      </Button>
    </div>
  );
}
