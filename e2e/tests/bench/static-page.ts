import { mkdir, rm, writeFile } from 'node:fs/promises';

/** Writes a page's HTML and styles into `dist`, without scripts, data and preload links. */
export async function writeStaticPage(url: string, dist: string): Promise<void> {
  const html = await (await fetch(url)).text();
  const still = html.replace(/<script\b.*?<\/script>/gs, '').replace(/<link\b[^>]*>/g, '');
  if (!still.includes('<main')) throw new Error(`${url} has no first view`);
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  await writeFile(`${dist}/index.html`, still);
}
