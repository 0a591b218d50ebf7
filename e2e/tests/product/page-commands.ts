/** The commands of pages in `.docs`, for tests that run them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const DOCS = resolve(import.meta.dirname, '../../../.docs');

/** Returns the blocks of commands of a page, in order. */
export function commandsOf(page: string): string[] {
  return blocksOf(readFileSync(resolve(DOCS, page), 'utf8'));
}

/** Returns the blocks of commands below a heading of a page. */
export function commandsBelow(page: string, heading: string): string[] {
  const [, section = ''] = readFileSync(resolve(DOCS, page), 'utf8').split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return blocksOf(own);
}

const blocksOf = (text: string) =>
  [...text.matchAll(/^```sh\n([\s\S]+?)```$/gm)].map(([, command = '']) => command);
