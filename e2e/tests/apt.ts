import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LOCK = join(tmpdir(), 'tests-apt.lock');

const isInstalled = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

/**
 * Installs a Debian package. Returns false if that fails, or if this user isn't root or apt-get is
 * missing.
 */
export function aptInstall(name: string): boolean {
  if (process.getuid?.() !== 0 || !isInstalled('apt-get')) return false;
  console.log(`Installing Debian's ${name} …`);
  // Parallel tests may install packages too, and apt-get doesn't wait for all of its locks.
  const apt = (...args: string[]) =>
    spawnSync('flock', [LOCK, 'apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  return apt('install', '-y', '-qq', '--no-install-recommends', name).status === 0;
}
