/**
 * A served copy of the built site and copies of remotes' sources, which a test can change and
 * publish.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { DIST, type Product, startProduct } from './start-product.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Heading of the sites remote's home, unless a test changes it. */
export const TITLE = 'Próximo a você';

/** A text on the first screen of a remote that a test can change, and its file. */
const TEXTS = {
  sites: { text: TITLE, file: 'src/home/strings.ts' },
  operator: { text: 'Total de carregadores', file: 'src/status-board/strings.ts' },
};
type Remote = keyof typeof TEXTS;

export interface SiteCopy extends Product {
  dist: string;
  /** Replaces that text in the copy of the remote's source. */
  setTitle: (title: string, remote?: Remote) => void;
  /** Runs `pnpm remote` on this site and returns its output. */
  remote: (action: 'publish' | 'rollback' | 'preview', name: Remote) => string;
  /** Undoes all changes to the site. */
  restore: () => void;
  stop: () => Promise<void>;
}

export async function startSiteCopy(): Promise<SiteCopy> {
  // Inside the workspace, so that the packages for a build resolve.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const work = mkdtempSync(join(ROOT, '.cache/own-site-'));
  const dist = join(work, 'dist');
  cpSync(DIST, dist, { recursive: true });
  const product = await startProduct({ siteDir: dist });
  const sourceOf = (name: Remote) => {
    const source = join(work, name);
    if (!existsSync(source))
      cpSync(join(ROOT, 'remotes', name), source, { recursive: true, verbatimSymlinks: false });
    return source;
  };
  return {
    ...product,
    dist,
    setTitle(title, name = 'sites') {
      const { text, file } = TEXTS[name];
      const strings = readFileSync(join(ROOT, 'remotes', name, file), 'utf8');
      writeFileSync(join(sourceOf(name), file), strings.replace(text, title));
    },
    remote(action, name) {
      const where = ['--dist', dist, '--source', sourceOf(name), '--site', product.url];
      const script = 'shared/federation/src/remote-command.ts';
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, action, name, ...where], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      expect(status, stderr).toBe(0);
      return stdout.trim();
    },
    restore() {
      rmSync(dist, { recursive: true });
      cpSync(DIST, dist, { recursive: true });
    },
    async stop() {
      await product.stop();
      rmSync(work, { recursive: true });
    },
  };
}
