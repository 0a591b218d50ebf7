/** Reads the verified files that first views are rendered from. */
import type { RegistryEntry, RegistryFile } from '@shared/registry';
import { isInRange } from '@shared/registry/contract-range';
import { SHELL_PRERENDER, ShellPrerender } from '@shared/registry/first-view';
import { integrityOfBytes } from '@shared/registry/integrity';
import type { FastifyBaseLogger } from 'fastify';
import { createJsonFile, type WebAppFiles } from '../files.ts';
import type { Code } from './renderer.ts';

export interface Bundles {
  shell: Code;
  remote: Code;
  inline: string;
}

/** Returns a function that reads an entry's bundles; undefined if they can't be used. */
export function createBundleReader(files: WebAppFiles, log: FastifyBaseLogger) {
  const readShell = createJsonFile(files, SHELL_PRERENDER, ShellPrerender);
  const codes = new Map<string, Code>();

  /** @throws if the file is missing or differs from its hash */
  async function read({ url, integrity }: RegistryFile): Promise<Code> {
    const known = codes.get(integrity);
    if (known) return known;
    const file = await files.find(url);
    const [algorithm] = integrity.split('-', 1);
    if (!file || integrityOfBytes(file.content, algorithm) !== integrity)
      throw new Error(`${url} is missing or was changed`);
    const code = { id: integrity, code: file.content.toString() };
    codes.set(integrity, code);
    return code;
  }

  return async ({ name, live }: RegistryEntry): Promise<Bundles | undefined> => {
    const shell = await readShell();
    if (!shell || !live.prerender || !isInRange(shell.contract, live.contract)) return undefined;
    try {
      const [server, inline, remote] = await Promise.all([
        read(shell.server),
        read(shell.inline),
        read(live.prerender),
      ]);
      return { shell: server, inline: inline.code, remote };
    } catch (err) {
      log.error({ err, remote: name }, 'a file for prerendering was rejected');
      return undefined;
    }
  };
}
