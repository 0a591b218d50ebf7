import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LOCK = join(tmpdir(), 'tests-apt.lock');

const found = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

/**
 * Installs a Debian package. Returns false if that fails, which includes a system without root or
 * apt-get.
 */
export function aptInstall(name: string): boolean {
  if (process.getuid?.() !== 0 || !found('apt-get')) return false;
  console.log(`Installing Debian's ${name} …`);
  // Tests that run at the same time may install something: apt-get itself doesn't wait for all of
  // its locks.
  const apt = (...args: string[]) =>
    spawnSync('flock', [LOCK, 'apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  return apt('install', '-y', '-qq', '--no-install-recommends', name).status === 0;
}
