import { Spinner } from '@shared/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type CameraProblem, CameraProblemNote, cameraProblemBefore } from './camera-problem.tsx';
import styles from './page.module.css';
import { readCode } from './read-code.ts';
import { Sight } from './sight.ts';
import { strings } from './strings.ts';

/** Scanner and decoder are large: they come after the number's field, and only to this screen. */
const loadScanner = () =>
  lazy(async () => ({ default: await import('./scanner.tsx').then(({ Scanner }) => Scanner, missing) }));

/** Stands for a scanner that couldn't be loaded: a camera that doesn't open. */
function missing(error: unknown) {
  console.warn('scanner', error);
  return function MissingScanner({ onProblem }: { onProblem: (problem: CameraProblem) => void }) {
    useEffect(() => onProblem('failed'), [onProblem]);
    return null;
  };
}

interface CameraViewProps {
  /** A number is being looked up: the picture stands still. */
  paused: boolean;
  onNumber: (number: string) => void;
}

/** The camera's part of the screen: picture, frame, and what to do when there is no picture. */
export function CameraView({ paused, onNumber }: CameraViewProps) {
  const [problem, setProblem] = useState<CameraProblem | undefined>(cameraProblemBefore);
  const [live, setLive] = useState(false);
  const [notice, setNotice] = useState('');
  // A new one at every attempt: a chunk that failed to load is asked for again.
  const [Scanner, setScanner] = useState(loadScanner);
  const [sight] = useState(() => new Sight());
  useEffect(() => {
    if (!paused) sight.resume(Date.now());
  }, [paused, sight]);

  const read = (codes: string[]) => {
    const number = codes.map(readCode).find((found) => found !== undefined);
    setNotice(number === undefined ? strings.otherCode : '');
    if (number !== undefined && sight.hasCome(number, Date.now())) onNumber(number);
  };
  const retry = () => {
    setLive(false);
    setProblem(undefined);
    setScanner(loadScanner);
  };
  const fail = (found: CameraProblem) => {
    setLive(false);
    setProblem(found);
  };

  return (
    <div className={styles.camera} data-scheme="dark">
      {problem ? (
        <CameraProblemNote problem={problem} onRetry={retry} />
      ) : (
        <>
          <Suspense>
            <Scanner paused={paused} onCodes={read} onLive={() => setLive(true)} onProblem={fail} />
          </Suspense>
          <div className={styles.aim}>
            <div className={styles.frame} data-live={live} />
            <p className={styles.hint} data-notice={notice !== ''} role="status">
              {live ? notice || strings.aim : <Opening />}
            </p>
          </div>
        </>
      )}
    </div>
  );
}

function Opening() {
  return (
    <>
      <Spinner /> {strings.opening}
    </>
  );
}
