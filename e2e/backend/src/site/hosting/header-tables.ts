/** The headers of the site's files as tables that a file server's configuration can hold. */
import type { AppConfig } from '@shared/contract';
import { FILE_HEADERS, IMMUTABLE_FILE, PAGE_KINDS, PICTURE } from '../headers.ts';
import { policyHeaders } from '../policies.ts';

export interface HeaderTable {
  name: string;
  /** The first pattern that fits an address decides; an empty value leaves the header out. */
  cases: [pattern: RegExp, value: string][];
  otherwise: string;
}

/** Tables by the requested address, which differs from the file's when a page is the fallback. */
export function policyTables(config: AppConfig): HeaderTable[] {
  return Object.entries(policyHeaders(config, 'page')).map(([name, otherwise]) =>
    table(
      name,
      PAGE_KINDS.map(([kind, pattern]) => [pattern, policyHeaders(config, kind)[name] ?? '']),
      otherwise,
    ),
  );
}

/** Tables by the path of the file that is sent. */
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

/** Leaves out the last patterns if they decide nothing. */
function table(name: string, cases: HeaderTable['cases'], otherwise: string): HeaderTable {
  const last = cases.findLastIndex(([, value]) => value !== otherwise);
  return { name, cases: cases.slice(0, last + 1), otherwise };
}

/** A value for a configuration that puts values in double quotes. */
export const quoted = (value: string) => `"${value.replaceAll('"', '\\"')}"`;
