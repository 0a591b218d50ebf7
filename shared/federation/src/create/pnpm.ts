import { spawnSync } from 'node:child_process';

/**
 * Runs the pnpm that started this command, else pnpm 12 with npx. Both avoid the network: npx
 * prefers npm's cache.
 */
export function pnpm(args: string[], cwd: string): void {
  const [command, ...given] = commandOf(process.env.npm_execpath);
  const { error, status, stderr, stdout } = spawnSync(command, [...given, ...args], {
    cwd,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`pnpm ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

/** @param execPath program of the package manager that started this process; may be npm */
function commandOf(execPath = ''): [string, ...string[]] {
  if (!/[\\/]pnpm(\.\w+)?$/.test(execPath)) return ['npx', '--yes', '--prefer-offline', 'pnpm@12'];
  return /\.[cm]?js$/.test(execPath) ? [process.execPath, execPath] : [execPath];
}
