import { rememberLink } from '@shared/client/opened-link';
import { Spinner } from '@shared/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type CameraProblem, CameraProblemNote, detectCameraProblem } from './camera-problem.tsx';
import styles from './page.module.css';
import { pathOf, readCode } from './read-code.ts';
import { RepeatScanFilter } from './repeat-scan-filter.ts';
import { strings } from './strings.ts';

/** The scanner and decoder are large, so they load lazily, after the number field. */
const loadScanner = () =>
  lazy(async () => ({
    default: await import('./scanner.tsx').then(({ Scanner }) => Scanner, createMissingScanner),
  }));

/** Returns a replacement for a scanner chunk that failed to load; it reports a failed camera. */
function createMissingScanner(error: unknown) {
  console.warn('loading the scanner failed', error);
  return function MissingScanner({ onProblem }: { onProblem: (problem: CameraProblem) => void }) {
    useEffect(() => onProblem('failed'), [onProblem]);
    return null;
  };
}

interface CameraViewProps {
  /** Pauses the preview while a number is looked up. */
  paused: boolean;
  onNumber: (number: string) => void;
}

/** Shows the camera preview with its frame, or what to do when the camera is unavailable. */
export function CameraView({ paused, onNumber }: CameraViewProps) {
  const [problem, setProblem] = useState<CameraProblem | undefined>(detectCameraProblem);
  const [live, setLive] = useState(false);
  const [notice, setNotice] = useState('');
  // A new lazy component for every attempt: React caches a failed import.
  const [Scanner, setScanner] = useState(loadScanner);
  const [scanFilter] = useState(() => new RepeatScanFilter());
  useEffect(() => {
    if (!paused) scanFilter.resume(Date.now());
  }, [paused, scanFilter]);

  const handleCodes = (codes: string[]) => {
    const code = codes.find((text) => readCode(text) !== undefined) ?? '';
    const number = readCode(code);
    setNotice(number === undefined ? strings.otherCode : '');
    if (number === undefined || !scanFilter.isNewScan(number, Date.now())) return;
    rememberLink(pathOf(code) ?? '');
    onNumber(number);
  };
  const retry = () => {
    setLive(false);
    setProblem(undefined);
    setScanner(loadScanner);
  };
  const fail = (newProblem: CameraProblem) => {
    setLive(false);
    setProblem(newProblem);
  };

  return (
    <div className={styles.camera} data-scheme="dark">
      {problem ? (
        <CameraProblemNote problem={problem} onRetry={retry} />
      ) : (
        <>
          <Suspense>
            <Scanner paused={paused} onCodes={handleCodes} onLive={() => setLive(true)} onProblem={fail} />
          </Suspense>
          <div className={styles.aim}>
            <div className={styles.frame} data-live={live} />
            <p className={styles.hint} data-notice={notice !== ''} role="status">
              {live ? (
                notice || strings.aim
              ) : (
                <>
                  <Spinner /> {strings.opening}
                </>
              )}
            </p>
          </div>
        </>
      )}
    </div>
  );
}
