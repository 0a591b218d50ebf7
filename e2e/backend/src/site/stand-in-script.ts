import { AppConfig } from '@shared/contract';
import { type SiteFile, type SiteFiles, siteFile } from './files.ts';

const CONFIG = '/config.json';
/** Of the sandbox's stand-in for the payment provider, which takes any account. */
const PAYMENT = { scriptUrl: '/sandbox/payment/provider.js', accountId: 'sandbox', testMode: true };

/** The site's files, with the stand-in as the payment provider of a `config.json` that names none. */
export function withStandInScript(files: SiteFiles): SiteFiles {
  let last: { hash: string; file: SiteFile } | undefined;
  return {
    async find(pathname) {
      const file = await files.find(pathname);
      if (pathname !== CONFIG || !file) return file;
      if (last?.hash !== file.hash) last = { hash: file.hash, file: completed(file) };
      return last.file;
    },
  };
}

function completed(file: SiteFile): SiteFile {
  const config = AppConfig.safeParse(readJson(file.content)).data;
  if (!config || config.payment?.scriptUrl) return file;
  return siteFile(Buffer.from(JSON.stringify({ ...config, payment: PAYMENT })), file.type);
}

/** Undefined where it can't be read: that is the shell's to complain about. */
function readJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}
