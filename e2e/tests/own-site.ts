/** A copy of the built site, served on its own, and of the sites remote's source: to be changed and published at will. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DIST, expect, type Product, startProduct } from './product.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** What the sites remote's home is headed, unless a test says otherwise. */
export const TITLE = 'Próximo a você';

export interface OwnSite extends Product {
  dist: string;
  /** Gives the home of the remote's source another heading. */
  entitle: (title: string) => void;
  /** Runs `pnpm remote` on this site. Answers what it prints. */
  remote: (...args: string[]) => string;
  stop: () => Promise<void>;
}

export async function ownSite(): Promise<OwnSite> {
  // Inside the workspace, where the packages are found that a build needs.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const work = mkdtempSync(join(ROOT, '.cache/own-site-'));
  const dist = join(work, 'dist');
  const source = join(work, 'sites');
  cpSync(DIST, dist, { recursive: true });
  cpSync(join(ROOT, 'remotes/sites'), source, { recursive: true, verbatimSymlinks: false });
  const product = await startProduct({ siteDir: dist });
  const strings = 'src/home/strings.ts';
  return {
    ...product,
    dist,
    entitle(title) {
      const text = readFileSync(join(ROOT, 'remotes/sites', strings), 'utf8');
      writeFileSync(join(source, strings), text.replace(TITLE, title));
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
