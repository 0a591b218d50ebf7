import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt.ts';

const find = () =>
  ['nats-server', '/usr/sbin/nats-server'].find(
    (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0,
  );

/**
 * Returns the command of nats-server, installing it if this user is root; undefined if it is missing
 * for another user.
 * @throws if it can't be installed, or is missing in CI
 */
export function ensureNats(): string | undefined {
  const nats = find() ?? (aptInstall('nats-server') ? find() : undefined);
  const isRoot = process.getuid?.() === 0;
  if (!nats && (isRoot || process.env.CI))
    throw new Error("nats-server is missing and Debian's can't be installed");
  return nats;
}
