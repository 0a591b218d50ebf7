import { formatDateTime, formatDecimal } from '@shared/brazil';
import type { ReleasedRemote, ReleaseVersion } from '@shared/contract/releases';
import { Button, Card, StatusBadge, type StatusKind } from '@shared/ui';
import { useId } from 'react';
import { type Action, actionsFor } from './actions.ts';
import styles from './releases.module.css';
import { strings } from './strings.ts';

interface RemoteVersionsProps {
  remote: ReleasedRemote;
  onAction: (action: Action, version: ReleaseVersion) => void;
}

const { columns } = strings;

/** The versions of one remote: a table, or on a phone a list of cards. */
export function RemoteVersions({ remote, onAction }: RemoteVersionsProps) {
  const { name, title, team, contact, versions } = remote;
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Card flush>
        <header className={styles.head}>
          <h2 id={heading} className={styles.name}>
            <bdi translate="no">{name}</bdi>
          </h2>
          <p className={styles.muted}>
            {[title, team && strings.team(team), contact].filter(Boolean).join(' · ')}
          </p>
        </header>
        <table className={styles.table} aria-labelledby={heading}>
          <thead className={styles.heads}>
            <tr>
              {Object.entries(columns).map(([key, words]) => (
                <th key={key} scope="col" className={styles.columnHead}>
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          {versions.map((version, at) => (
            <VersionRows
              key={version.version + version.role}
              remote={remote}
              version={version}
              before={versions[at + 1]}
              onAction={onAction}
            />
          ))}
        </table>
      </Card>
    </section>
  );
}

const ROLES = new Map<string, { kind: StatusKind; words: string }>([
  ['candidate', { kind: 'inUse', words: strings.roles.candidate }],
  ['live', { kind: 'available', words: strings.roles.live }],
  ['previous', { kind: 'offline', words: strings.roles.previous }],
]);

interface VersionRowsProps extends RemoteVersionsProps {
  version: ReleaseVersion;
  /** The version that this one replaces. */
  before: ReleaseVersion | undefined;
}

/** A version's figures, and below them why it was withdrawn and what can be done. */
function VersionRows({ remote, version, before, onAction }: VersionRowsProps) {
  const {
    opened,
    failed,
    share,
    target,
    since,
    by,
    withdrawn,
    missingCalls = [],
    failedLoads = [],
  } = version;
  const role = ROLES.get(version.role);
  const actions = actionsFor(remote, version);
  const hasNotes = withdrawn || missingCalls.length > 0 || failedLoads.length > 0;
  return (
    <tbody aria-label={version.version} className={styles.group}>
      <tr className={styles.figures}>
        <th scope="row" className={styles.version}>
          <bdi translate="no" className={styles.number}>
            {version.version}
          </bdi>
          {withdrawn ? (
            <StatusBadge kind="fault">{strings.withdrawn}</StatusBadge>
          ) : (
            role && <StatusBadge kind={role.kind}>{role.words}</StatusBadge>
          )}
        </th>
        <Cell label={columns.share}>
          <span className={styles.share}>
            <span className={styles.meter} aria-hidden="true">
              <span className={styles.filled} style={{ width: `${share}%` }} />
            </span>
            {strings.share(share)}
          </span>
          {target && <span className={styles.muted}>{strings.target(target)}</span>}
        </Cell>
        <Cell label={columns.opened}>{opened > 0 ? strings.opened(opened) : strings.noCounts}</Cell>
        <Cell label={columns.failed}>{opened > 0 ? strings.failed(failed, opened) : strings.none}</Cell>
        <Cell label={columns.vitals}>
          <Vitals vitals={version.vitals} />
        </Cell>
        <Cell label={columns.size}>
          <Size bytes={version.sizeBytes} before={before?.sizeBytes} />
        </Cell>
        <Cell label={columns.since}>
          {since ? formatDateTime(since) : strings.none}
          {by && <bdi className={styles.muted}>{by}</bdi>}
        </Cell>
      </tr>
      {(hasNotes || actions.length > 0) && (
        <tr className={styles.moreRow}>
          <td colSpan={Object.keys(columns).length} className={styles.wholeRow}>
            <div className={styles.more}>
              <div className={styles.notes}>
                {withdrawn && <Withdrawal {...withdrawn} isAimed={target !== undefined} />}
                {failedLoads.length > 0 && <FailedLoads loads={failedLoads} />}
                {missingCalls.length > 0 && <MissingCalls calls={missingCalls} />}
              </div>
              <div className={styles.actions}>
                {actions.map((action) => (
                  <Button
                    key={action}
                    variant={action === 'promote' ? 'primary' : 'secondary'}
                    aria-label={strings.actionOn(strings.labels[action], remote.name, version.version)}
                    onClick={() => onAction(action, version)}
                  >
                    {strings.labels[action]}
                  </Button>
                ))}
              </div>
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** On a phone, the label is shown beside the value. */
function Cell({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <td className={styles.cell}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <span className={styles.value}>{children}</span>
    </td>
  );
}

interface WithdrawalProps extends NonNullable<ReleaseVersion['withdrawn']> {
  isAimed: boolean;
}

function Withdrawal({ at, by, reason, figures, isAimed }: WithdrawalProps) {
  const compared = figures?.predecessor;
  return (
    <p className={styles.note}>
      <span>{strings.withdrawnBy(formatDateTime(at), by)}</span>
      {by && <span>{strings.reason(reason)}</span>}
      {figures && figures.opened > 0 ? (
        <span>
          {/* The server compares an aimed version only within its target. */}
          {strings.withdrawnFigures(figures.failed, figures.opened, isAimed && !by)}
          {compared && strings.withdrawnCompared(compared.failed, compared.opened, compared.version)}
        </span>
      ) : (
        !by && <span lang="en">{reason}</span>
      )}
    </p>
  );
}

function FailedLoads({ loads }: { loads: NonNullable<ReleaseVersion['failedLoads']> }) {
  const heading = useId();
  return (
    <div className={styles.note}>
      <span id={heading}>{strings.failedLoads}</span>
      <ul aria-labelledby={heading} className={styles.loads}>
        {loads.map((load) => (
          <li key={load.phase}>{strings.failedLoadsOf(load)}</li>
        ))}
      </ul>
    </div>
  );
}

function MissingCalls({ calls }: { calls: NonNullable<ReleaseVersion['missingCalls']> }) {
  const isNeeded = calls.some(({ optional }) => !optional);
  return (
    <p>
      <StatusBadge kind={isNeeded ? 'fault' : 'attention'}>
        <span className={styles.wrapped}>
          {isNeeded ? strings.missingNeeded : strings.missingOptional} {strings.missing(calls)}
        </span>
      </StatusBadge>
    </p>
  );
}

const PERCENT = 100;
/** Core Web Vitals are assessed at the 75th percentile of page loads: https://web.dev/articles/vitals */
const PERCENTILE = 75;

function ratingOf({ good, needsImprovement, poor }: ReleaseVersion['vitals'][number]) {
  const total = good + needsImprovement + poor;
  const goodPercent = (PERCENT * good) / total;
  const isFair = (PERCENT * (good + needsImprovement)) / total >= PERCENTILE;
  const rating = goodPercent >= PERCENTILE ? 'good' : isFair ? 'fair' : 'poor';
  return { total, goodPercent, rating } as const;
}

const KINDS = { good: 'available', fair: 'attention', poor: 'fault' } as const;

function Vitals({ vitals }: Pick<ReleaseVersion, 'vitals'>) {
  const rated = vitals
    .map((vital) => ({ name: vital.name, ...ratingOf(vital) }))
    .filter(({ total }) => total > 0);
  if (rated.length === 0) return strings.none;
  return (
    <span className={styles.vitals}>
      {rated.map(({ name, rating, goodPercent }) => (
        <span key={name} title={strings.vitalDetail(goodPercent)}>
          <StatusBadge kind={KINDS[rating]}>{strings.vital(name, strings.ratings[rating])}</StatusBadge>
        </span>
      ))}
    </span>
  );
}

const KB = 1024;

function Size({ bytes, before }: { bytes: number | undefined; before: number | undefined }) {
  if (bytes === undefined) return strings.unknownSize;
  const change = before === undefined ? undefined : (bytes - before) / KB;
  const rounded = change === undefined ? undefined : Math.round(change * 10) / 10;
  return (
    <>
      {strings.size(formatDecimal(bytes / KB))}
      {rounded !== undefined && (
        <span className={styles.muted}>
          {rounded === 0
            ? strings.sameSize
            : strings.size(`${rounded > 0 ? '+' : '−'}${formatDecimal(Math.abs(rounded))}`)}
        </span>
      )}
    </>
  );
}
