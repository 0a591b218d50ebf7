/**
 * A served copy of the build and copies of remotes' sources, which a test can change and publish.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { Registry } from '@shared/registry';
import { DIST, type JourneyServer, readSites, type Server } from './start-product.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Heading of the sites remote's home, unless a test changes it. */
export const TITLE = 'Próximo a você';

/** A text on the first screen of a remote that a test can change, and its file. */
const TEXTS = {
  sites: { text: TITLE, file: 'src/home/strings.ts' },
  operator: { text: 'Total de carregadores', file: 'src/status-board/strings.ts' },
};
/** Would take most of the build time. Journeys open only the operator's standalone page. */
const STANDALONE = 'src/standalone.tsx';
/** The same for the libraries of the map, which no published version opens. */
const MAP_ENGINES = { mapbox: 'MapboxEngine', maplibre: 'MaplibreEngine' };
type Remote = keyof typeof TEXTS;

export interface WebAppCopy extends Server {
  dist: string;
  /** A site with a fleet board. */
  fleetSiteId: string;
  /** Replaces the remote's text of `TEXTS` in the copy of its source. */
  setTitle: (title: string, remote?: Remote) => void;
  /** Runs `pnpm remote` on this copy and returns its output. */
  remote: (action: 'publish' | 'rollback' | 'list', name?: Remote, ...options: string[]) => string;
  /** Creates a remote with one screen at a path below the brand, and publishes it. */
  addRemote: (name: string, segment: string) => void;
  /** Runs code before each render of the sites remote's first views, with the correct hash. */
  changePrerender: (code: string) => void;
  /** Reverts all changes to the copy. */
  restore: () => void;
}

/**
 * Copies the build, except for files that are there already, with its timestamps: the server encodes
 * a file again if they change.
 */
const copyBuild = (folder: string) =>
  cpSync(DIST, folder, { recursive: true, preserveTimestamps: true, filter: isFolderOrChanged });

function isFolderOrChanged(source: string, copy: string): boolean {
  const original = statSync(source);
  const copied = statSync(copy, { throwIfNoEntry: false });
  if (original.isDirectory() || !copied) return true;
  // A copied timestamp is rounded.
  return original.size !== copied.size || Math.abs(original.mtimeMs - copied.mtimeMs) > 1;
}

/** Starts no charge points, which tests of the build's files don't use. */
export async function startWebAppCopy(server: JourneyServer): Promise<WebAppCopy> {
  // Inside the workspace, so that the packages for a build resolve.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const work = mkdtempSync(join(ROOT, '.cache/own-web-app-'));
  const dist = join(work, 'dist');
  copyBuild(dist);
  const url = await server.serve(dist);
  const siteNamed = await readSites(url);
  const sourceOf = (name: Remote) => {
    const source = join(work, name);
    if (existsSync(source)) return source;
    cpSync(join(ROOT, 'remotes', name), source, { recursive: true, verbatimSymlinks: false });
    if (name !== 'operator') rmSync(join(source, STANDALONE));
    if (name === 'sites')
      for (const [library, engine] of Object.entries(MAP_ENGINES))
        writeFileSync(
          join(source, `src/map/${library}-engine.tsx`),
          `export const ${engine} = () => null;\n`,
        );
    return source;
  };
  const run = (command: string[], source: string) => {
    // The checks of the source would take longer than the journey.
    const unchecked = command[0] === 'publish' ? ['--skip', 'types,tests'] : [];
    // Also tests that relative paths work.
    const where = ['--dist', dist, '--source', relative(ROOT, source), '--web-app', url, ...unchecked];
    const script = 'shared/federation/src/remote-command.ts';
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...command, ...where], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    return stdout.trim();
  };
  return {
    url,
    fleetSiteId: siteNamed('Frota'),
    dist,
    setTitle(title, name = 'sites') {
      const { text, file } = TEXTS[name];
      const strings = readFileSync(join(ROOT, 'remotes', name, file), 'utf8');
      writeFileSync(join(sourceOf(name), file), strings.replace(text, title));
    },
    remote: (action, name = 'sites', ...options) => run([action, name, ...options], sourceOf(name)),
    addRemote(name, segment) {
      const source = join(work, name);
      rmSync(source, { recursive: true, force: true });
      run(['create', name, segment], source);
      rmSync(join(source, STANDALONE));
      symlinkSync(join(ROOT, 'remotes/sites/node_modules'), join(source, 'node_modules'));
      run(['publish', name], source);
    },
    changePrerender(code) {
      const registry = join(dist, 'remotes.json');
      const text = readFileSync(registry, 'utf8');
      const { remotes } = Registry.parse(JSON.parse(text));
      const bundle = remotes.find(({ name }) => name === 'sites')?.live.prerender;
      if (!bundle) throw new Error('the sites remote has no first views');
      const file = join(dist, bundle.url);
      const changed = `${readFileSync(file, 'utf8')};for (const route of module.exports.default) {
        const { Component } = route;
        route.Component = (props) => { ${code}; return Component(props); };
      }`;
      writeFileSync(file, changed);
      const hash = createHash('sha384').update(changed).digest('base64');
      writeFileSync(registry, text.replace(bundle.integrity, `sha384-${hash}`));
    },
    restore() {
      for (const path of readdirSync(dist, { encoding: 'utf8', recursive: true }))
        if (!existsSync(join(DIST, path))) rmSync(join(dist, path), { recursive: true, force: true });
      copyBuild(dist);
    },
    async stop() {
      // It still reads the folder.
      await server.stop();
      rmSync(work, { recursive: true });
    },
  };
}
