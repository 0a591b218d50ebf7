/** The contract's version follows from its API. */
import { writeFile } from 'node:fs/promises';
import { ROOT } from '../workspace.ts';
import { compareApis } from './compare.ts';
import { currentApi } from './current-api.ts';
import { type Release, readRelease, readReports, writeRelease, writeReports } from './report-files.ts';
import type { Api } from './types.ts';

const VERSION_FILE = `${ROOT}shared/contract/src/contract-version.ts`;

const sourceOf = (
  version: string,
) => `/** Written by \`pnpm remote api\`: follows from the API reports in shared/federation/api. */
export const CONTRACT_VERSION: string = '${version}';
`;

/** Returns a new major version if anything was lost, a new minor one for any other change. */
export async function nextVersion({ contract, api }: Release, current: Api) {
  const [major = 0, minor = 0] = contract.split('.').map(Number);
  const losses = await compareApis(api, current);
  if (losses.length > 0) return { version: `${major + 1}.0.0`, losses };
  const isSame = Object.keys({ ...api, ...current }).every((module) => api[module] === current[module]);
  return { version: isSame ? contract : `${major}.${minor + 1}.0`, losses };
}

/** Writes the API reports and the version that follows from them. */
export async function updateReports() {
  const api = await currentApi();
  const next = await nextVersion(await readRelease(), api);
  await writeReports(api);
  await writeFile(VERSION_FILE, sourceOf(next.version));
  return next;
}

/** Records the current API as the released one, with which later versions are compared. */
export async function release(): Promise<string> {
  const { version } = await updateReports();
  await writeRelease({ contract: version, api: await readReports() });
  return version;
}

export async function staleModules(): Promise<string[]> {
  const [api, reports] = [await currentApi(), await readReports()];
  return Object.keys(api).filter((module) => api[module] !== reports[module]);
}
