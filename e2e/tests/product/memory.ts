/** Memory of processes, from Linux's `/proc`. */
import { readdirSync, readFileSync } from 'node:fs';

interface Memory {
  /** What the processes use at the moment, in MB; what several share counts once. */
  totalMb: number;
  /** The most that one of them has used, in MB. */
  peakMb: number;
}

/**
 * Returns the memory of the session that a detached process leads; undefined on systems without `/proc`.
 * pnpm gives each script a process group of its own.
 */
export function memoryOfSession(leader: number): Memory | undefined {
  if (process.platform !== 'linux') return undefined;
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const memory = { totalMb: 0, peakMb: 0 };
  for (const pid of all.filter((one) => sessionOf(one) === leader)) {
    memory.totalMb += readMb(`/proc/${pid}/smaps_rollup`, 'Pss');
    memory.peakMb = Math.max(memory.peakMb, readMb(`/proc/${pid}/status`, 'VmHWM'));
  }
  return memory;
}

/** Returns the leader of a process's session. */
const sessionOf = (pid: string) => {
  const stat = read(`/proc/${pid}/stat`);
  // The name of the program, in parentheses, may contain spaces.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
};

const readMb = (file: string, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(read(file))?.[1] ?? 0) / 1024;

/** Returns an empty text for a process that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
