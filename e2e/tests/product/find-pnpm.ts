import { execFileSync } from 'node:child_process';

/** Returns the path of the README's version of pnpm, from npm's cache if it is there. */
export function findPnpm(): string {
  const find = ['--yes', '--prefer-offline', '--package', 'pnpm@12', '-c', 'command -v pnpm'];
  return execFileSync('npx', find, { encoding: 'utf8' }).trim();
}
