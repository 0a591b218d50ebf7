/** Headers of the build's files as lookup tables for a file server's configuration. */
import type { AppConfig } from '@shared/contract';
import { FILE_HEADERS, IMMUTABLE_FILE, PAGE_KINDS, PICTURE } from '../headers.ts';
import { policyHeaders } from '../policies.ts';

export interface HeaderTable {
  name: string;
  /** The first matching pattern decides; an empty value omits the header. */
  cases: [pattern: RegExp, value: string][];
  otherwise: string;
}

/** Returns tables by request path, which differs from the file's when a fallback page is served. */
export function policyTables(config: AppConfig): HeaderTable[] {
  return Object.entries(policyHeaders(config, 'page')).map(([name, otherwise]) =>
    table(
      name,
      PAGE_KINDS.map(([kind, pattern]) => [pattern, policyHeaders(config, kind)[name] ?? '']),
      otherwise,
    ),
  );
}

/** Returns tables by the path of the served file. */
export function fileTables(): HeaderTable[] {
  const { immutable, picture, other } = FILE_HEADERS;
  const names = [...new Set([immutable, picture, other].flatMap((headers) => Object.keys(headers)))];
  const value = (headers: Record<string, string>, name: string) => headers[name] ?? '';
  return names.map((name) =>
    table(
      name,
      [
        [IMMUTABLE_FILE, value(immutable, name)],
        [PICTURE, value(picture, name)],
      ],
      value(other, name),
    ),
  );
}

/** Removes trailing patterns that don't change the value. */
function table(name: string, cases: HeaderTable['cases'], otherwise: string): HeaderTable {
  const last = cases.findLastIndex(([, value]) => value !== otherwise);
  return { name, cases: cases.slice(0, last + 1), otherwise };
}

/** Quotes a value for configurations that use double quotes. */
export const quoted = (value: string) => `"${value.replaceAll('"', '\\"')}"`;
