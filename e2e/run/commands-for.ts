import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Configuration of rstest, below the root. */
export const UNIT_TESTS = 'e2e/run/rstest.config.ts';
const JOURNEYS = 'e2e/tests/journeys';

export interface Command {
  command: 'rstest' | 'playwright';
  args: string[];
}

/**
 * Returns the commands that run the given files and folders, with paths relative to `root`.
 * Journeys run in Playwright, everything else in rstest, which picks the environment by project.
 * @throws if a path doesn't exist, or if a journey is to be watched
 */
export function commandsFor(root: string, paths: string[], watch: boolean): Command[] {
  for (const path of paths)
    if (!existsSync(join(root, fileOf(path)))) throw new Error(`There is no ${path}.`);
  const journeys = paths.filter((path) => hasJourneys(root, path));
  const units = paths.filter((path) => !path.startsWith(JOURNEYS));
  if (watch && journeys.length > 0) throw new Error(`Journeys can't be watched: ${journeys.join(', ')}.`);
  const commands: Command[] = [];
  if (watch || units.length > 0)
    commands.push({
      command: 'rstest',
      args: [watch ? 'watch' : 'run', '--config', UNIT_TESTS, '--passWithNoTests', ...units],
    });
  if (journeys.length > 0)
    commands.push({
      command: 'playwright',
      args: ['test', '--config', 'e2e/tests/playwright.config.ts', ...journeys],
    });
  return commands;
}

/** Removes the line number that Playwright prints and accepts after a file's name. */
const fileOf = (path: string) => path.replace(/:\d+$/, '');

/** Returns whether the path is within the journeys' folder, or a folder around it. */
const hasJourneys = (root: string, path: string) =>
  path.startsWith(JOURNEYS) ||
  (statSync(join(root, fileOf(path))).isDirectory() &&
    `${JOURNEYS}/`.startsWith(path === '' ? '' : `${path}/`));
