import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { readKept } from './kept-files.ts';
import { readRegistry } from './registry.ts';

/** Prints gzip sizes in KB: each file of the shell; each remote's entry, and what screens add. */
export async function printSizes(dist: string): Promise<void> {
  const print = async (what: string, files: string[]) => {
    const sizes = await Promise.all(
      files.map(async (file) => gzipSync(await readFile(`${dist}/${file}`)).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`${(total / 1024).toFixed(1).padStart(7)} KB  ${what}`);
  };
  const statics = await readdir(`${dist}/static`, { recursive: true });
  const kept = await readKept(dist);
  const isOwn = (file: string) => /\.(js|css)$/.test(file) && kept[`static/${file}`] === undefined;
  for (const file of statics.filter(isOwn).sort()) await print(`shell ${file}`, [`static/${file}`]);
  for (const { name, live } of (await readRegistry(dist)).remotes) {
    await print(`${name} ${live.version}: entry`, [live.entry.url]);
    for (const [segment, files] of Object.entries(live.preload)) {
      await print(
        `${name}   + ${segment === '*' ? 'every screen' : `/${segment}`}`,
        files.map(({ url }) => url),
      );
    }
  }
}
