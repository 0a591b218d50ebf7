import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';

/** Writes `openapi.json` and `asyncapi.json` into a folder, and returns their paths. */
export function writeDocuments(folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return Object.entries({ 'openapi.json': openApi(), 'asyncapi.json': asyncApi() }).map(
    ([name, document]) => {
      const file = join(folder, name);
      writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
      return file;
    },
  );
}
