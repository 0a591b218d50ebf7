/** History of the registry: who changed what, and when. Only its folder's owner can read it. */
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { instant } from '@shared/contract/fields';
import { parseJson } from '@shared/contract/lenient';
import * as z from 'zod/mini';
import { type Registry, type RegistryEntry, Target } from '../registry.ts';

/** The versions that an entry of the registry names. */
const Named = z.object({
  live: z.string(),
  previous: z.optional(z.string()),
  candidate: z.optional(z.string()),
  traffic: z.optional(z.number()),
  /** Of an aimed candidate. */
  target: z.optional(Target),
});

/** One line of the history: a change, and all versions that the changed registry names. */
export const HistoryLine = z.object({
  /** Serial of the registry after the change. */
  serial: z.number(),
  at: instant,
  who: z.string(),
  what: z.string(),
  /** The changed remote; absent if the change concerns all. */
  remote: z.optional(z.string()),
  /** Checks that were skipped on request. */
  skipped: z.optional(z.array(z.string())),
  versions: z.record(z.string(), Named),
});
export type HistoryLine = z.output<typeof HistoryLine>;

/** Describes a change of the registry. */
export type Note = Pick<HistoryLine, 'who' | 'what' | 'remote' | 'skipped'>;

/** Returns a web app's folder for the tools, which is neither served nor uploaded. */
export const toolsFolder = (dist: string) => `${dist}/.remotes`;
const historyFile = (dist: string) => `${toolsFolder(dist)}/history.jsonl`;

export async function createToolsFolder(dist: string): Promise<void> {
  await mkdir(toolsFolder(dist), { recursive: true, mode: 0o700 });
}

/** Returns all readable lines, oldest first. A crash can leave a partial line. */
export async function readHistory(dist: string): Promise<HistoryLine[]> {
  if (!existsSync(historyFile(dist))) return [];
  const lines = (await readFile(historyFile(dist), 'utf8')).split('\n');
  return lines.flatMap((line) => HistoryLine.safeParse(parseJson(line)).data ?? []);
}

/**
 * Returns the changes that took place, oldest first. A line is written before its registry, so
 * after a crash a later line has the same serial, or the registry has a lower one.
 */
export function effectiveChanges(lines: HistoryLine[], serial: number): HistoryLine[] {
  return lines.filter(
    (line, at) => line.serial <= serial && !lines.slice(at + 1).some((later) => later.serial <= line.serial),
  );
}

/** Appends a change. The first line is preceded by one for the registry before it. */
export async function appendHistory(
  dist: string,
  before: Registry,
  after: Registry,
  note: Note,
  now: Date,
): Promise<void> {
  const file = historyFile(dist);
  const at = now.toISOString();
  const isFirst = !existsSync(file);
  const start = { who: '', what: 'the registry before its history' };
  const lines = [
    ...(isFirst && before.remotes.length > 0 ? [lineOf(before, start, at)] : []),
    lineOf(after, note, at),
  ];
  // The leading line break ends a partial line that a crash left.
  const text = lines.map((line) => `\n${JSON.stringify(line)}`).join('');
  await appendFile(file, `${text}\n`, { mode: 0o600 });
}

const lineOf = ({ serial = 0, remotes }: Registry, note: Note, at: string): HistoryLine => ({
  serial,
  at,
  ...note,
  versions: namedVersions(remotes),
});

/** Returns the versions that a registry names, by remote. */
export const namedVersions = (remotes: RegistryEntry[]): HistoryLine['versions'] =>
  Object.fromEntries(
    remotes.map(({ name, live, previous, candidate }) => [
      name,
      {
        live: live.version,
        previous: previous?.version,
        candidate: candidate?.release.version,
        traffic: candidate?.traffic,
        target: candidate?.target,
      },
    ]),
  );
