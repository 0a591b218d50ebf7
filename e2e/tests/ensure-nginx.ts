import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt.ts';

const find = () =>
  ['nginx', '/usr/sbin/nginx'].find(
    (command) => spawnSync(command, ['-v'], { stdio: 'ignore' }).status === 0,
  );

/**
 * Returns the command of nginx, installing it if this user is root; undefined if nginx is missing
 * for another user.
 * @throws if it can't be installed, or is missing in CI
 */
export function ensureNginx(): string | undefined {
  const nginx = find() ?? (aptInstall('nginx-light') ? find() : undefined);
  const isRoot = process.getuid?.() === 0;
  if (!nginx && (isRoot || process.env.CI))
    throw new Error("nginx is missing and Debian's can't be installed");
  return nginx;
}
