import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt.ts';

const find = () =>
  ['nats-server', '/usr/sbin/nats-server'].find(
    (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0,
  );

/**
 * Returns the command of nats-server, installing it if this user is root.
 * @throws if it is missing and can't be installed
 */
export function ensureNats(): string {
  const nats = find() ?? (aptInstall('nats-server') ? find() : undefined);
  if (!nats)
    throw new Error('nats-server is missing: install it, or run as root where Debian’s can be installed');
  return nats;
}
