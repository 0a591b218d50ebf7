/**
 * A served copy of the built site and a copy of a remote's source, which a test can change and
 * publish.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DIST, expect, type Product, startProduct } from './product.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Heading of the sites remote's home, unless a test changes it. */
export const TITLE = 'Próximo a você';

/** A text on the first screen of a remote that a test can change, and its file. */
const TEXTS = {
  sites: { text: TITLE, file: 'src/home/strings.ts' },
  operator: { text: 'Total de carregadores', file: 'src/status-board/strings.ts' },
};

export interface SiteCopy extends Product {
  dist: string;
  /** Replaces that text in the copy of the source. */
  setTitle: (title: string) => void;
  /** Runs `pnpm remote` on this site and returns its output. */
  remote: (...args: string[]) => string;
  stop: () => Promise<void>;
}

export async function startSiteCopy(name: keyof typeof TEXTS = 'sites'): Promise<SiteCopy> {
  // Inside the workspace, so that the packages for a build resolve.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const work = mkdtempSync(join(ROOT, '.cache/own-site-'));
  const dist = join(work, 'dist');
  const source = join(work, name);
  cpSync(DIST, dist, { recursive: true });
  cpSync(join(ROOT, 'remotes', name), source, { recursive: true, verbatimSymlinks: false });
  const product = await startProduct({ siteDir: dist });
  const { text, file } = TEXTS[name];
  return {
    ...product,
    dist,
    setTitle(title) {
      const strings = readFileSync(join(ROOT, 'remotes', name, file), 'utf8');
      writeFileSync(join(source, file), strings.replace(text, title));
    },
    remote(...args) {
      const where = ['--dist', dist, '--source', source, '--site', product.url];
      const script = 'shared/federation/src/remote-command.ts';
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args, ...where], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      expect(status, stderr).toBe(0);
      return stdout.trim();
    },
    async stop() {
      await product.stop();
      rmSync(work, { recursive: true });
    },
  };
}
