import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** Modules keep what they read from a mocked module, another time zone or a simulated clock. */
const CHANGES_MODULES = /\brs\.mock\(|\bprocess\.env\.TZ\b|\b(useFakeTimers|installFakeTime|resetModules)\(/;

/** Returns the files of `pattern` whose tests need their own modules. */
export const isolatedFiles = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }).filter((file) =>
    CHANGES_MODULES.test(readFileSync(resolve(ROOT, file), 'utf8')),
  );
