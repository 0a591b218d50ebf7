import { CONTRACT_VERSION } from '@shared/contract';
import type { LoadReport } from '@shared/registry/remote-report';
import { Button } from '@shared/ui';
import { writeClipboard } from '@shared/ui/share';
import { useEffect, useState } from 'react';
import { report } from '../errors/report.ts';
import { describeLoad } from '../remotes/health/describe-load.ts';
import { failedLoads } from '../remotes/health/failed-loads.ts';
import styles from './panel.module.css';
import { strings } from './strings.ts';

/** Shows, in a list of facts, the loads that failed in this page, and copies their reports, as the server logs them. */
export function FailedLoads() {
  const [reports, setReports] = useState<LoadReport[]>([]);
  const [isCopied, setCopied] = useState<boolean>();
  useEffect(() => {
    Promise.all(failedLoads.map(describeLoad)).then(setReports, (error) => report(error, 'developer panel'));
  }, []);
  if (reports.length === 0) return null;
  const copy = async () =>
    setCopied(await writeClipboard(JSON.stringify({ shell: CONTRACT_VERSION, loads: reports }, null, 2)));
  return (
    <div>
      <dt>{strings.loads}</dt>
      <dd className={styles.change}>
        <ul className={styles.errors}>
          {reports.map((load) => (
            <li key={load.trace}>{lineOf(load)}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button onClick={() => void copy()}>{strings.copyReport}</Button>
        </div>
        <p role="status" className={styles.note}>
          {isCopied !== undefined && (isCopied ? strings.copied : strings.notCopied)}
        </p>
      </dd>
    </div>
  );
}

const lineOf = ({ remote = '', version = '', phase, recovered }: LoadReport) =>
  strings.load(
    `${remote} ${version}`.trim(),
    strings.phases[phase],
    recovered && strings.recoveries[recovered],
  );
