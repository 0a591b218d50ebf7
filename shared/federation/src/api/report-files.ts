/** The API reports that are checked in, as of now and as of the last release of the shell. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SHARED_MODULES } from '../bundler/shared-modules.ts';
import { type Api, fileOf } from './types.ts';

const REPORTS = fileURLToPath(new URL('../../api', import.meta.url));
const RELEASED = `${REPORTS}/released`;

export const readReports = () => read(REPORTS);
export const writeReports = (api: Api) => write(REPORTS, api);

export interface Release {
  contract: string;
  api: Api;
}

export async function readRelease(): Promise<Release> {
  const { contract } = JSON.parse(await readFile(`${RELEASED}/version.json`, 'utf8'));
  return { contract, api: await read(RELEASED) };
}

export async function writeRelease({ contract, api }: Release): Promise<void> {
  await write(RELEASED, api);
  await writeFile(`${RELEASED}/version.json`, `{ "contract": "${contract}" }\n`);
}

async function read(folder: string): Promise<Api> {
  const reports = SHARED_MODULES.map(async (module) => {
    const file = `${folder}/${fileOf(module)}.api.txt`;
    return [module, existsSync(file) ? await readFile(file, 'utf8') : ''] as const;
  });
  return Object.fromEntries(await Promise.all(reports));
}

async function write(folder: string, api: Api): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.entries(api).map(([module, text]) => writeFile(`${folder}/${fileOf(module)}.api.txt`, text)),
  );
}
