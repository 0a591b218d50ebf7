import { API_PATH, CONTRACT_VERSION } from '@shared/contract';
import { ownerOf, type RegistryEntry, type Withdrawn } from '@shared/registry';
import { configAtom } from '@shared/state';
import { Button } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { currentPreview } from '../updates/preview/preview.ts';
import { ChangeVersion } from './change-version.tsx';
import { checkCalls } from './check-version.ts';
import { FailedLoads } from './failed-loads.tsx';
import styles from './panel.module.css';
import { recentReports } from './recent-reports.ts';
import { type Releases, reasonOf } from './releases.ts';
import { Settings } from './settings.tsx';
import { strings } from './strings.ts';

interface PanelProps extends Releases {
  /** Versions that this page has loaded, by remote. */
  running: ReadonlyMap<string, string>;
}

/** Shows which remote and version renders the screen and why, with size, contract and errors. */
export function Panel({ remotes, withdrawn, running }: PanelProps) {
  const [, , segment = ''] = location.pathname.split('/');
  const entry = ownerOf({ remotes }, segment);
  const ofEntry = withdrawn.filter(({ name }) => name === entry?.name);
  const others = [...running].filter(([name]) => name !== entry?.name);
  // A screen may read the settings of remotes that it doesn't load.
  const folders = remotes.map((remote) => folderOf(remote, running.get(remote.name) ?? remote.live.version));
  return (
    <div className={styles.panel}>
      {entry ? (
        <Screen entry={entry} withdrawn={ofEntry} version={running.get(entry.name)} />
      ) : (
        <p>{strings.ofShell}</p>
      )}
      <dl className={styles.facts}>
        <Fact term={strings.others}>
          {others.map(([name, version]) => `${name} ${version}`).join(', ') || strings.none}
        </Fact>
        <Fact term={strings.errors}>
          {recentReports.length === 0 ? (
            strings.noErrors
          ) : (
            <ul className={styles.errors}>
              {recentReports.map(({ error, where }, index) => (
                // The list never changes while the panel is open.
                <li key={`${index} ${where}`}>{`${where}: ${String(error)}`}</li>
              ))}
            </ul>
          )}
        </Fact>
        <FailedLoads />
      </dl>
      <Settings folders={folders} />
      {entry && <ChangeVersion entry={entry} withdrawn={ofEntry} running={running.get(entry.name)} />}
    </div>
  );
}

interface ScreenProps {
  entry: RegistryEntry;
  /** Withdrawn versions of this remote. */
  withdrawn: Withdrawn[];
  version: string | undefined;
}

function Screen({ entry, withdrawn, version }: ScreenProps) {
  const { name, live } = entry;
  const { title, owner, budgetKb, contract } = releaseOf(entry, version) ?? live;
  const folder = folderOf(entry, version ?? '');
  return (
    <dl className={styles.facts}>
      <Fact term={strings.remote}>{title ? `${name}: ${title}` : name}</Fact>
      <Fact term={strings.version}>{version ?? strings.notLoaded}</Fact>
      <Fact term={strings.reason}>{reasonText(entry, withdrawn, version)}</Fact>
      <Fact term={strings.size}>{strings.kilobytes(loadedKilobytes(folder), budgetKb)}</Fact>
      <Fact term={strings.contract}>{strings.contractOf(contract, CONTRACT_VERSION)}</Fact>
      {owner && <Fact term={strings.owner}>{strings.ownerOf(owner.team, owner.contact)}</Fact>}
      <Calls key={folder} folder={folder} />
    </dl>
  );
}

/** Shows on demand which calls of the version the backend lacks: that takes a request for each. */
function Calls({ folder }: { folder: string }) {
  const api = useAtomValue(configAtom)?.apiUrl ?? API_PATH;
  const [isChecking, setChecking] = useState(false);
  const [result, setResult] = useState<string>();
  const check = async () => {
    setChecking(true);
    setResult(await checkCalls(folder, api));
    setChecking(false);
  };
  return (
    <Fact term={strings.calls}>
      <span role="status">{result}</span>
      {result === undefined && (
        <Button pending={isChecking} onClick={check}>
          {strings.checkCalls}
        </Button>
      )}
    </Fact>
  );
}

function reasonText(entry: RegistryEntry, withdrawn: Withdrawn[], version: string | undefined): string {
  const reason = reasonOf(version, entry, currentPreview());
  const label = strings.reasons[reason];
  if (reason === 'candidate' && entry.candidate) return strings.ofCandidate(label, entry.candidate);
  if (reason !== 'previous' && reason !== 'failed') return label;
  const withdrawal = withdrawn.find((release) => release.version === entry.live.version);
  if (reason === 'previous' && withdrawal)
    return strings.because(strings.previousOfWithdrawn, withdrawal.reason);
  const place = `remote ${entry.name} ${entry.live.version}`;
  // A failed part of the version is reported as `{place}: {part}`.
  const failure = recentReports.find(({ where }) => where === place || where.startsWith(`${place}: `));
  return failure ? strings.because(label, String(failure.error)) : label;
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

const releaseOf = ({ live, previous, candidate }: RegistryEntry, version: string | undefined) =>
  [live, previous, candidate?.release].find((release) => release?.version === version);

/** Returns the absolute URL of the folder of a remote's version, with a trailing slash. */
function folderOf(entry: RegistryEntry, version: string): string {
  const { live } = entry;
  const file = releaseOf(entry, version)?.entry.url ?? live.entry.url.replace(live.version, version);
  return new URL('.', new URL(file, location.href)).href;
}

/** Returns how many KB of a version's folder the page has loaded, compressed as transferred. */
function loadedKilobytes(folder: string): number {
  const files = performance
    .getEntriesByType('resource')
    .filter((file) => file instanceof PerformanceResourceTiming)
    .filter(({ name }) => name.startsWith(folder));
  // A preloaded file has two entries.
  const sizes = new Map(files.map(({ name, encodedBodySize }) => [name, encodedBodySize]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024;
}
