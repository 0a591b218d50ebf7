import { AppConfig } from '@shared/contract';
import { type SiteFile, type SiteFiles, siteFile } from './files.ts';

const CONFIG = '/config.json';

/**
 * Returns the site's files with a `config.json` that `complete` has extended. One that can't be
 * read is served unchanged, so that the shell reports it.
 * @param complete returns its argument to leave the file unchanged
 */
export function withCompletedConfig(files: SiteFiles, complete: (config: AppConfig) => AppConfig): SiteFiles {
  let last: { hash: string; file: SiteFile } | undefined;
  return {
    async find(pathname) {
      const file = await files.find(pathname);
      if (pathname !== CONFIG || !file) return file;
      if (last?.hash !== file.hash) last = { hash: file.hash, file: completed(file, complete) };
      return last.file;
    },
  };
}

function completed(file: SiteFile, complete: (config: AppConfig) => AppConfig): SiteFile {
  const config = AppConfig.safeParse(readJson(file.content)).data;
  const more = config && complete(config);
  return more === config ? file : siteFile(Buffer.from(JSON.stringify(more)), file.type);
}

function readJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}
