/** Reads the verified files that first views are rendered from. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  ownerOf,
  type RegistryEntry,
  RegistryList,
  readEntries,
  type Screens,
  SignedRegistry,
  screensOf,
} from '@shared/contract';
import { isInRange } from '@shared/contract/contract-range';
import { SHELL_PRERENDER, ShellPrerender } from '@shared/contract/prerender';
import type { FastifyBaseLogger } from 'fastify';
import type { SiteFiles } from '../files.ts';
import { createJsonFile, parseJson } from '../json-file.ts';
import type { Code } from './renderer.ts';

/** Beginning of an Ed25519 public key in DER, before its 32 bytes (RFC 8410). */
const KEY_START = '302a300506032b6570032100';

export interface SiteRegistry {
  screens: Screens;
  entryAt: (segment: string) => RegistryEntry | undefined;
}

/**
 * Returns a function that reads the registry, parsed once per version; undefined if it is missing
 * or unreadable, or if there are keys and none of them has signed it.
 */
export function createRegistry(files: SiteFiles, publicKeys: readonly string[]) {
  const keys = publicKeys.map((key) =>
    createPublicKey({
      key: Buffer.from(KEY_START + Buffer.from(key, 'base64').toString('hex'), 'hex'),
      format: 'der',
      type: 'spki',
    }),
  );
  let last: { hash: string; registry: SiteRegistry | undefined } | undefined;

  const isSigned = (file: unknown) => {
    if (keys.length === 0) return true;
    const { data } = SignedRegistry.safeParse(file);
    const [text, signature] = [data?.signed ?? '', Buffer.from(data?.signature ?? '', 'base64')];
    return keys.some((key) => verify(null, Buffer.from(text), key, signature));
  };

  return async (): Promise<SiteRegistry | undefined> => {
    const file = await files.find('/remotes.json');
    if (!file) return undefined;
    if (last?.hash !== file.hash) {
      const json = parseJson(file.content);
      const list = isSigned(json) ? RegistryList.safeParse(json).data : undefined;
      // Bundles of other origins aren't in this build.
      const entries = list && readEntries(list, []);
      last = {
        hash: file.hash,
        registry: entries && {
          screens: screensOf(entries),
          entryAt: (segment) => ownerOf(entries, segment),
        },
      };
    }
    return last.registry;
  };
}

export interface Bundles {
  shell: Code;
  remote: Code;
  inline: string;
}

/**
 * Returns a function that reads the bundles for a registry's entry; undefined if they can't be
 * used.
 */
export function createBundleReader(files: SiteFiles, log: FastifyBaseLogger) {
  const readShell = createJsonFile(files, SHELL_PRERENDER, ShellPrerender);
  const codes = new Map<string, Code>();

  /** @throws if the file is missing or differs from its hash */
  async function read({ url, integrity }: { url: string; integrity: string }): Promise<Code> {
    const known = codes.get(integrity);
    if (known) return known;
    const file = await files.find(url);
    const [algorithm = ''] = integrity.split('-', 1);
    const hash = file && createHash(algorithm).update(file.content).digest('base64');
    if (!file || `${algorithm}-${hash}` !== integrity) throw new Error(`${url} is missing or was changed`);
    const code = { id: integrity, code: file.content.toString() };
    codes.set(integrity, code);
    return code;
  }

  return async ({ name, live }: RegistryEntry): Promise<Bundles | undefined> => {
    const shell = await readShell();
    if (!shell || !live.prerender || !isInRange(shell.contract, live.contract)) return undefined;
    try {
      const [server, inline, remote] = await Promise.all(
        [shell.server, shell.inline, live.prerender].map(read),
      );
      return server && inline && remote && { shell: server, inline: inline.code, remote };
    } catch (err) {
      log.error({ err, remote: name }, 'a file for prerendering was rejected');
      return undefined;
    }
  };
}
