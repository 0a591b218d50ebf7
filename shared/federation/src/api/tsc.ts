import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const { resolve } = createRequire(import.meta.url);
const TSC = `${dirname(resolve('typescript/package.json'))}/bin/tsc`;

/** Compiles `folder/tsconfig.json`. Returns the compiler's messages; empty if there are none. */
export async function tsc(folder: string): Promise<string> {
  const run = promisify(execFile)(process.execPath, [TSC, '-p', '.', '--pretty', 'false'], { cwd: folder });
  const { stdout } = await run.catch((error: Error & { stdout?: string }) => {
    // The compiler exits with 1 or 2 when the source has errors, and prints them to stdout.
    if (error.stdout) return { stdout: error.stdout };
    throw error;
  });
  return stdout.trim();
}
