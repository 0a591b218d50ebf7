import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** Returns the name of git's user, else of the system's. */
export function currentUser(): string {
  const { status, stdout } = spawnSync('git', ['config', 'user.name'], { encoding: 'utf8' });
  return (status === 0 && stdout.trim()) || userInfo().username;
}
