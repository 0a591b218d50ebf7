import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const { resolve } = createRequire(import.meta.url);
const TSC = `${dirname(resolve('typescript/package.json'))}/bin/tsc`;

/** Compiles `folder/tsconfig.json`. Returns the compiler's messages; empty if there are none. */
export function tsc(folder: string): Promise<string> {
  return new Promise((done, reject) => {
    execFile(
      process.execPath,
      [TSC, '-p', '.', '--pretty', 'false'],
      { cwd: folder },
      (error, stdout, stderr) => {
        // The compiler exits with 1 or 2 when the source has errors, and prints them to stdout.
        if (error && !stdout) reject(new Error(stderr || error.message));
        else done(stdout.trim());
      },
    );
  });
}
