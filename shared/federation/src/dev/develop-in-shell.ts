import { resolve } from 'node:path';
import { devOriginsOf } from '@shared/registry/dev-origins';
import { readRemote, selfDescription } from '../build/build-remote.ts';
import { servedConfig } from '../publish/served-web-app.ts';
import { originOf, previewLink } from '../urls.ts';
import { assertRemoteSource, ROOT } from '../workspace.ts';
import { devServerUrl } from './remote-record.ts';
import { serveRemote } from './serve-remote.ts';

/**
 * Serves one local remote for pages of a deployed shell, and prints the link that uses it.
 * @param shell its URL
 * @param source of the remote
 * @throws if the URL is malformed, or there is no such remote
 */
export async function developInShell(
  name: string,
  shell: string,
  source = `${ROOT}remotes/${name}`,
): Promise<void> {
  const origin = originOf('--shell', shell);
  const folder = resolve(source);
  assertRemoteSource(folder);
  const { screens } = selfDescription(await readRemote(folder, name));
  // `preset.ts` reads them when the configuration is loaded.
  process.env.NODE_ENV = 'development';
  process.env.DEPLOYED_SHELL = '1';
  await serveRemote(name, [origin], folder);
  const server = devServerUrl(name);
  console.log(previewLink(origin, `${name}@${new URL(server).host}`, screens));
  const config = await servedConfig(origin);
  if (!config)
    console.warn(`${origin} didn't respond, so it is unknown whether it allows development servers`);
  else if (!devOriginsOf(config).includes(server)) {
    const needed = `"preview": true, "devOrigins": ["${server}"]`;
    console.warn(`${origin} doesn't allow this development server: its config.json needs ${needed}`);
  }
}
