import { createHash } from 'node:crypto';
import { AppConfig } from '@shared/contract';
import { contentPolicy, type PageKind, reportingEndpoints } from './content-policy.ts';
import { createJsonFile, type WebAppFiles } from './files.ts';

export interface Policy {
  headers: Record<string, string>;
  /** Part of the page's ETag, so that a change of its headers invalidates cached copies. */
  tag: string;
}

const UNCONFIGURED = AppConfig.parse({});

/** Returns a function that reads a page's policy from the current `config.json` on disk. */
export function createPolicies(
  files: WebAppFiles,
): (kind: PageKind, inlineScripts?: readonly string[]) => Promise<Policy> {
  const config = createJsonFile(files, '/config.json', AppConfig);
  return async (kind, inlineScripts = []) => {
    const headers = policyHeaders((await config()) ?? UNCONFIGURED, kind, inlineScripts);
    const hash = createHash('sha256').update(JSON.stringify(headers)).digest('base64url');
    return { headers, tag: hash.slice(0, 8) };
  };
}

/** @param inlineScripts source expressions of the scripts that the server writes into the page */
export function policyHeaders(
  config: AppConfig,
  kind: PageKind,
  inlineScripts: readonly string[] = [],
): Record<string, string> {
  const endpoints = reportingEndpoints(config, kind);
  return {
    'Content-Security-Policy': contentPolicy(config, kind, inlineScripts),
    ...(endpoints && { 'Reporting-Endpoints': endpoints }),
  };
}
