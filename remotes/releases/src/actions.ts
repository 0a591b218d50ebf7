/** What an operator can do with a version, and what each action says and sends. */
import type { ReleasedRemote, ReleaseVersion } from '@shared/contract/releases';
import { targetOptions } from '@shared/registry/release-words';
import { strings } from './strings.ts';
import { type Order, undo } from './use-releases.ts';

export type Action = keyof typeof strings.labels;

/** A version of a remote, and what the dialog about it needs to know. */
export interface Subject {
  remote: ReleasedRemote;
  version: ReleaseVersion;
  serial: number;
}

const versionAs = ({ versions }: ReleasedRemote, role: string) =>
  versions.find((version) => version.role === role);

/** Returns what can be done with a version, the most likely action first. */
export function actionsFor(remote: ReleasedRemote, version: ReleaseVersion): Action[] {
  if (version.withdrawn) return ['reinstate'];
  if (version.role === 'candidate') return ['promote', 'share', 'end', 'withdraw'];
  if (version.role === 'previous') return ['withdraw'];
  const previous = versionAs(remote, 'previous');
  // The last version of a remote can't be withdrawn.
  if (!previous || previous.withdrawn) return [];
  // A rollback ends a candidate first.
  return versionAs(remote, 'candidate') ? ['withdraw'] : ['rollback', 'withdraw'];
}

/** Returns whether the server itself can't do it. */
export function needsCommand(action: Action, { version }: Subject, isLocked: boolean): boolean {
  if (action === 'reinstate') return version.withdrawn?.canReinstate === false;
  return isLocked && action !== 'withdraw';
}

/** Returns the command that does it. `traffic` is the new share. */
export function commandFor(action: Action, { remote, version }: Subject, traffic: number): string {
  // Without the options that aim it, a candidate would run everywhere.
  const aim = targetOptions(version.target ?? {});
  const rest = {
    promote: `promote ${remote.name}`,
    share: [`promote ${remote.name} ${version.version} --traffic ${traffic}`, ...aim].join(' '),
    end: `rollback ${remote.name}`,
    rollback: `rollback ${remote.name}`,
    withdraw: `withdraw ${remote.name} ${version.version}`,
    reinstate: `reinstate ${remote.name} ${version.version}`,
  };
  return `pnpm remote ${rest[action]}`;
}

/** Returns the dialog's title and the consequences. */
export function describe(action: Action, { remote, version }: Subject) {
  const { title, text } = strings.dialogs[action];
  const [live = '', previous = ''] = ['live', 'previous'].map((role) => versionAs(remote, role)?.version);
  return { title: title(remote.name), text: text({ ...version, live, previous }) };
}

/**
 * Returns the change to send, and how to undo it.
 * @param input the new share in percent, or the reason
 */
export function orderFor(
  action: Action,
  { remote, version: { version, withdrawn }, serial }: Subject,
  { traffic, reason }: { traffic: number; reason: string },
): Order {
  const base = { remote: remote.name, version, serial };
  const { done } = strings;
  switch (action) {
    case 'share':
      return { change: { ...base, action, traffic }, done: done.share(version, traffic), inverse: undo };
    case 'withdraw':
      return {
        change: { ...base, action, reason },
        done: done.withdraw(version),
        inverse: (after) => ({ ...base, serial: after, action: 'reinstate' }),
      };
    case 'reinstate':
      return {
        change: { ...base, action },
        done: done.reinstate(version),
        inverse: (after) => ({
          ...base,
          serial: after,
          action: 'withdraw',
          reason: withdrawn?.reason ?? '',
        }),
      };
    default:
      return {
        change: { ...base, action: action === 'end' ? 'rollback' : action },
        done: done[action](version),
        inverse: undo,
      };
  }
}
