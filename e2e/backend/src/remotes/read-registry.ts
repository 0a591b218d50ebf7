import { type RegistryEntry, RegistryList, readEntries } from '@shared/registry';
import { createJsonFile, createWebAppFiles } from '@shell/server/files';

/** Returns a function that reads the entries of the registry on disk; none if it is unreadable. */
export function createRegistryReader(webAppDir: string): () => Promise<RegistryEntry[]> {
  const read = createJsonFile(createWebAppFiles(webAppDir), '/remotes.json', RegistryList);
  return async () => {
    const list = await read();
    return list ? readEntries(list, originsIn(list)).remotes : [];
  };
}

/** Versions with files of other origins are counted as well. */
const originsIn = ({ remotes }: RegistryList) =>
  JSON.stringify(remotes).match(/https?:\/\/[a-z0-9.:[\]-]+/g) ?? [];
