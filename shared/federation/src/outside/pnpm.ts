import { spawnSync } from 'node:child_process';

/**
 * Runs the pnpm that runs this command, else the version that the README names, from npm's cache if
 * it is there: both need no network.
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

/** @param running program of the package manager that runs this process, which may be npm */
function commandOf(running = ''): [string, ...string[]] {
  if (!/[\\/]pnpm(\.\w+)?$/.test(running)) return ['npx', '--yes', '--prefer-offline', 'pnpm@12'];
  return /\.[cm]?js$/.test(running) ? [process.execPath, running] : [running];
}
