/** The one Rsbuild preset: `shellConfig()` for the shell, `remoteConfig(name)` for every remote. */
import { fileURLToPath } from 'node:url';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { PRODUCT } from '@shared/contract';
import { INTEGRITY } from './integrity.ts';
import { containerName, DEVELOPMENT_HASH, EXPOSED_MODULE, HASH_PLACEHOLDER } from './names.ts';
import { remotePort, shellPort } from './ports.ts';
import { runtimeAsModules } from './runtime-as-modules.ts';
import { sharedModules } from './shared-modules.ts';

/** The workspace's root, and the site that `pnpm build` leaves in it. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const DIST = `${ROOT}dist`;

const isDevelopment = () => process.env.NODE_ENV === 'development';

/** What shell and remotes have in common. `owner` starts every CSS class name, so that none can bleed into another. */
function commonConfig(owner: string): RsbuildConfig {
  return {
    // Federation hangs in development with lazy compilation.
    dev: { lazyCompilation: false },
    // What the first screen needs comes in one file; what several lazy screens need is in a file of its own.
    splitChunks: { preset: 'none', chunks: 'async', minSize: 12_000 },
    // Chunks that a page loads later are checked against hashes that its first script carries.
    security: { sri: { enable: 'auto', algorithm: INTEGRITY } },
    performance: { printFileSize: false },
    // The icon until the brand is known.
    html: { templateParameters: { defaultBrand: PRODUCT.slug } },
    output: {
      // For `pnpm bench` alone, which tells by them what a script consists of.
      sourceMap: process.env.SOURCE_MAPS ? { js: 'hidden-source-map' } : false,
      cssModules: { localIdentName: `${owner}-[local]-[hash:base64:5]` },
      legalComments: 'none',
      // Workers come minified by their makers: the hash of the package's file is that of the built one.
      minify: { jsOptions: { exclude: /static\/assets\// } },
      cleanDistPath: false,
    },
    tools: { rspack: (config, { rspack }) => runtimeAsModules(config, rspack) },
    plugins: [pluginReact()],
  };
}

/**
 * Types come from the workspace and versions from our own registry, so neither is the federation's business. Shares are
 * taken from what is loaded already, and the page has one federation runtime, the shell's.
 */
function federation(
  name: string,
  role: 'shell' | 'remote',
  exposes?: Record<string, { import: string; name: string }>,
): Parameters<typeof pluginModuleFederation>[0] {
  return {
    name,
    dts: false,
    manifest: false,
    shareStrategy: 'loaded-first',
    shared: sharedModules(role, isDevelopment()),
    ...(exposes ? { exposes, filename: 'entry.js' } : {}),
    experiments: {
      optimization: { target: 'web', disableSnapshot: true },
      ...(role === 'shell' ? { provideExternalRuntime: true } : { externalRuntime: true }),
    },
  };
}

/** The shell and given screens as one page without federation, for comparison. `entry` is the page's script. */
export function plainConfig(entry: string): RsbuildConfig {
  return mergeRsbuildConfig(commonConfig('shell'), {
    source: { entry: { index: entry } },
    html: { template: `${ROOT}shell/src/index.html`, title: PRODUCT.name },
  });
}

/**
 * The shell: `src/main.tsx` in `src/index.html`, with the shared modules inside, its service worker `sw.js`, and the page
 * `payment-frame.html` for the payment provider's script.
 */
export function shellConfig(): RsbuildConfig {
  return mergeRsbuildConfig(commonConfig('shell'), {
    server: { port: shellPort(), strictPort: true },
    plugins: [pluginModuleFederation(federation('shell', 'shell'), { environment: 'web' })],
    environments: {
      web: {
        source: { entry: { index: './src/main.tsx' } },
        html: { template: './src/index.html', title: PRODUCT.name },
      },
      worker: workerEnvironment(),
      payment: paymentEnvironment(),
    },
  });
}

/** One file at the site's root, whose name never changes: that is what its scope and its updates go by. */
function workerEnvironment(): RsbuildConfig {
  return {
    source: { entry: { sw: './src/offline/service-worker.ts' } },
    output: { target: 'web-worker', distPath: { js: '' }, filename: { js: '[name].js' } },
    tools: { htmlPlugin: false },
  };
}

/** Its origin is opaque, for which integrity checks would need CORS: any file server is to do. */
function paymentEnvironment(): RsbuildConfig {
  return {
    source: { entry: { 'payment-frame': './src/payment-frame/main.ts' } },
    html: { template: './src/payment-frame/page.html', title: PRODUCT.name, crossorigin: false },
    security: { sri: { enable: false } },
    dev: { hmr: false, liveReload: false },
  };
}

/**
 * A remote, built twice: `container` is what the shell loads, nothing of the shared modules in it; `standalone` is an
 * ordinary page without federation, mounted by `src/standalone.tsx`. `own` is what this remote alone needs.
 */
export function remoteConfig(name: string, own: RsbuildConfig = {}): RsbuildConfig {
  const port = remotePort(name);
  const hash = isDevelopment() ? DEVELOPMENT_HASH : HASH_PLACEHOLDER;
  const exposes = { [`./${EXPOSED_MODULE}`]: { import: './src/remote.ts', name: EXPOSED_MODULE } };
  const container = federation(containerName(name, hash), 'remote', exposes);
  return mergeRsbuildConfig(commonConfig(name), own, {
    // In development the shell's page loads it from its own server, and hears from that of every change.
    server: { port, strictPort: true, headers: { 'Access-Control-Allow-Origin': '*' } },
    dev: { assetPrefix: `http://localhost:${port}/`, client: { protocol: 'ws', host: 'localhost', port } },
    plugins: [pluginModuleFederation(container, { environment: 'container' })],
    environments: { container: containerEnvironment(), standalone: standaloneEnvironment(name) },
  });
}

/** File names carry no hash: they lie in a folder of their own for every version. */
function containerEnvironment(): RsbuildConfig {
  return {
    source: { entry: { nothing: fileURLToPath(new URL('./nothing.ts', import.meta.url)) } },
    output: {
      assetPrefix: 'auto',
      distPath: { root: 'dist/container', js: '', jsAsync: '', css: '', cssAsync: '' },
      filename: { js: '[name].js', css: '[name].css' },
    },
    tools: { htmlPlugin: false },
  };
}

/** What Rsbuild has a folder for. */
const KINDS = ['js', 'css', 'svg', 'font', 'image', 'media', 'wasm', 'assets'] as const;

/**
 * The page answers at every path below its folder, so it says by `<base>` where that is. All other addresses of its files
 * are relative to it: served under another path, on any origin, that line alone is another.
 */
function standaloneEnvironment(name: string): RsbuildConfig {
  const folders = Object.fromEntries(KINDS.map((kind) => [kind, `standalone/static/${kind}`]));
  return {
    source: { entry: { index: './src/standalone.tsx' } },
    html: {
      template: fileURLToPath(new URL('./standalone.html', import.meta.url)),
      templateParameters: { home: `/remotes/${name}/` },
      title: PRODUCT.name,
    },
    output: { assetPrefix: 'auto', distPath: { root: 'dist/standalone', ...folders } },
  };
}
