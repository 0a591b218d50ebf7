/**
 * Compression with a file that the browser already has: an earlier version of the same file (RFC
 * 9842). Browsers without support ignore the headers.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { HASH_IN_NAME, VERSION_FOLDER } from '@shared/registry/built-files';
import type { WebAppFile, WebAppFiles } from './files.ts';
import { fileKindOf } from './headers.ts';

/** A name that needs no escaping, neither in the header nor in a URL pattern. */
const SCRIPT_OR_STYLE = /^[\w/.@~-]+\.(js|css)$/;
export const DICTIONARY_ENCODING = 'dcz';

/** Returns the URL pattern of all versions of a script or style; undefined if it has none. */
function patternOf(pathname: string): string | undefined {
  if (!SCRIPT_OR_STYLE.test(pathname) || fileKindOf(pathname) !== 'immutable') return undefined;
  return pathname.replace(VERSION_FOLDER, '$1*/').replace(HASH_IN_NAME, '.*$1');
}

/** Returns the headers that let a browser use a file as the dictionary of its later versions. */
export function dictionaryHeaders(pathname: string): Record<string, string> {
  const pattern = patternOf(pathname);
  if (pattern === undefined) return {};
  return {
    'Use-As-Dictionary': `match="${pattern}", id="${pathname}"`,
    Vary: 'Accept-Encoding, Available-Dictionary',
  };
}

/** Returns the version of a file that the browser has, if the build has it as well. */
export async function availableDictionary(
  pathname: string,
  headers: IncomingHttpHeaders,
  files: WebAppFiles,
): Promise<WebAppFile | undefined> {
  const accepted = String(headers['accept-encoding'] ?? '').split(/\s*[,;]\s*/);
  const id = /^"(.*)"$/.exec(String(headers['dictionary-id']))?.[1];
  if (!id || !accepted.includes(DICTIONARY_ENCODING)) return undefined;
  const pattern = patternOf(id);
  if (pattern === undefined || pattern !== patternOf(pathname)) return undefined;
  const dictionary = await files.find(id);
  const hash = dictionary && `:${dictionary.digest.toString('base64')}:`;
  return hash === headers['available-dictionary'] ? dictionary : undefined;
}
