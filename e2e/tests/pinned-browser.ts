/** The Chromiums of npm packages, so that the lock file determines their versions. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

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
  if (!isPackaged()) return undefined;
  const folder = join(UNPACKED, packagedVersion());
  unpackInto(folder, (unfinished) => {
    execFileSync(process.execPath, [join(import.meta.dirname, 'unpack-browser.ts')], {
      env: { ...process.env, TMPDIR: unfinished },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(join(unfinished, 'fonts.conf'), FONTS);
  });
  const executablePath = join(folder, 'chromium');
  const env = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  // The package's own copies of NSS, NSPR and Expat, for systems without them.
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  const starts = spawnSync(executablePath, ['--version'], { stdio: 'ignore' }).status === 0;
  return { executablePath, env: starts ? env : { ...env, ...libraries } };
}

/**
 * Returns the oldest supported Chromium, with the fonts and libraries of the pinned one; undefined
 * if there is no pinned one.
 */
export function oldestBrowser(): BrowserProgram | undefined {
  const pinned = pinnedBrowser();
  if (!pinned) return undefined;
  const folder = join(UNPACKED, OLDEST);
  unpackInto(folder, (unfinished) => {
    const packed = join(dirname(createRequire(import.meta.url).resolve(OLDEST)), '../bin');
    const decompress = (name: string) => brotliDecompressSync(readFileSync(join(packed, `${name}.br`)));
    writeFileSync(join(unfinished, 'chromium'), decompress('chromium'), { mode: 0o755 });
    // Its software renderer, for the map.
    execFileSync('tar', ['-x', '-C', unfinished], { input: decompress('swiftshader.tar') });
  });
  return { executablePath: join(folder, 'chromium'), env: pinned.env };
}
const OLDEST = 'chromium-107';

const isPackaged = () => process.platform === 'linux' && process.arch === 'x64';

function packagedVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'));
  return String(version);
}

/**
 * Unpacks a browser that isn't there yet, under a temporary name first, so that an interrupted run
 * leaves no partial browser.
 */
function unpackInto(folder: string, unpack: (unfinished: string) => void): void {
  if (existsSync(folder)) return;
  mkdirSync(UNPACKED, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  unpack(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process may have unpacked it first.
    if (!existsSync(folder)) throw error;
  }
}
