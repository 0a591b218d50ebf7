/** The contract's version follows from its API. */
import { writeFile } from 'node:fs/promises';
import { ROOT } from '../workspace.ts';
import { compareApis } from './compare.ts';
import { currentApi } from './current-api.ts';
import { type Release, readRelease, readReports, writeRelease, writeReports } from './report-files.ts';
import { type Api, describeLoss, type Loss } from './types.ts';

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

/**
 * Writes the API reports and the version that follows from them. Returns also which reports have
 * changed, and what they lack now.
 */
export async function updateReports() {
  const api = await currentApi();
  const released = await readRelease();
  const next = await nextVersion(released, api);
  const before = await readReports();
  const updated = Object.keys(api).filter((module) => api[module] !== before[module]);
  await writeReports(api);
  await writeFile(VERSION_FILE, sourceOf(next.version));
  const broken: Loss[] = updated.length > 0 ? await compareApis(before, api) : [];
  return { ...next, released: released.contract, updated, broken };
}

/** Returns what an update has changed, as lines to print. */
export function describeUpdate({
  version,
  losses,
  released,
  updated,
  broken,
}: Awaited<ReturnType<typeof updateReports>>): string[] {
  const lost = losses.length > 0 ? `, which lacks ${losses.length} exports of it or changed their types` : '';
  return [
    updated.length > 0 ? `Commit the new reports: ${updated.join(', ')}` : 'No report has changed',
    ...(broken.length > 0 ? ['Remotes that use these exports have to be changed or built again:'] : []),
    ...broken.map((loss) => `  ${describeLoss(loss)}`),
    `The released contract is ${released}, the next one ${version}${lost}`,
  ];
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
