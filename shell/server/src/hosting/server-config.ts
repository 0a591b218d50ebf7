/**
 * Parts of a file server's configuration: its template, and the headers of the build's files as lookup
 * tables.
 */
import { readFileSync } from 'node:fs';
import type { AppConfig } from '@shared/contract';
import { policyHeaders } from '../content-policy.ts';
import { FILE_HEADERS, FILE_KINDS, PAGE_KINDS } from '../headers.ts';

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
  const headersOf: Record<keyof typeof FILE_HEADERS, Record<string, string>> = FILE_HEADERS;
  const names = new Set(Object.values(headersOf).flatMap((headers) => Object.keys(headers)));
  return [...names].map((name) =>
    table(
      name,
      FILE_KINDS.map(([kind, pattern]) => [pattern, headersOf[kind][name] ?? '']),
      headersOf.other[name] ?? '',
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

/**
 * Returns a template with its places, such as `{{root}}`, filled. A list's lines get the indentation
 * of its place, which is alone in its line.
 * @throws for a place without a value
 */
export function fillTemplate(name: string, values: Record<string, string | readonly string[]>): string {
  const template = readFileSync(new URL(`./templates/${name}`, import.meta.url), 'utf8');
  const filled = (place: string) => {
    const value = values[place];
    if (value === undefined) throw new Error(`${name}: ${place} has no value`);
    return value;
  };
  return template
    .replace(/^([ \t]*)\{\{(\w+)\}\}\n/gm, (_, indentation: string, place: string) =>
      [filled(place)]
        .flat()
        .map((line) => `${line && indentation + line}\n`)
        .join(''),
    )
    .replace(/\{\{(\w+)\}\}/g, (_, place: string) => String(filled(place)));
}
