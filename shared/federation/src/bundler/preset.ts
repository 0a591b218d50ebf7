/** The Rsbuild preset: `shellConfig()` for the shell, `remoteConfig(name)` for every remote. */
import { fileURLToPath } from 'node:url';
import { mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { PRODUCT } from '@shared/contract';
import { STANDALONE_BUILD_FOLDER } from '@shared/registry/built-files';
import { INTEGRITY } from '@shared/registry/integrity';
import {
  containerName,
  DEVELOPMENT_HASH,
  HASH_PLACEHOLDER,
  mountFile,
  mountName,
} from '@shared/registry/names';
import { publicKeysFrom } from '../registry/signing.ts';
import { ROOT, remotePort } from '../workspace.ts';
import { containerFederation, developmentHost, isDevelopment, isInDeployedShell } from './federation.ts';
import { INLINE_NAME, PRERENDER, PRERENDER_FILE, PRERENDER_FOLDER, SERVER_NAME } from './prerender-names.ts';
import { CONTAINER, EMPTY, ICON, REFRESHING_JSX } from './runtime-files.ts';
import { scopedStyles } from './scoped-styles.ts';
import { builtWith, SHARED_MODULES } from './shared-modules.ts';
import { BROWSERSLIST } from './supported-browsers.ts';

/** Name of the chunk with the HTTP client (`shared/client/src/load-send.ts`). */
const CLIENT = 'send';

/**
 * V8 compiles the page's script while it loads, on another thread, instead of each function when it is
 * first called. Other engines ignore it. (https://v8.dev/blog/explicit-compile-hints)
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/** What shell and remotes share. `owner` prefixes CSS class names, so that styles can't leak. */
function commonConfig(owner: string): RsbuildConfig {
  return {
    // With lazy compilation, federation hangs in development.
    dev: { lazyCompilation: false },
    source: {
      define: {
        // Packages that look for files beside their own module would get a path of this computer.
        'import.meta.url': "''",
        BUILT_WITH: JSON.stringify(builtWith()),
      },
    },
    // The first screen's code is one file; code that lazy screens share has a file of its own.
    splitChunks: {
      preset: 'none',
      chunks: 'async',
      minSize: 14_000,
      cacheGroups: {
        [CLIENT]: { test: /[\\/]ky[\\/]/, name: CLIENT, enforce: true },
        // Without a file of its own for a package that only one screen imports: the first script has
        // each file's hash.
        defaultVendors: false,
      },
    },
    // Chunks that a page loads later are checked against hashes in its first script.
    security: { sri: { enable: 'auto', algorithm: INTEGRITY } },
    performance: {
      printFileSize: false,
      // Most pages call the API at once. The server removes the hint from those with a first view.
      preload: { type: 'async-chunks', include: [new RegExp(`\\b${CLIENT}\\b`)] },
    },
    // Page icon until the brand is known.
    html: { templateParameters: { defaultBrand: PRODUCT.slug } },
    output: {
      overrideBrowserslist: BROWSERSLIST,
      // Moved out of the web app by `moveSourceMaps`; the scripts don't name them.
      sourceMap: isDevelopment() ? false : { js: 'hidden-source-map' },
      cssModules: { localIdentName: `${owner}-[local]-[hash:base64:4]` },
      legalComments: 'none',
      // Workers are minified already. Unchanged, they match the hash of their package's file.
      minify: {
        jsOptions: {
          exclude: /static\/assets\//,
          // Each pass finds what the one before made constant: 0.2 KB less before the home.
          minimizerOptions: { compress: { passes: 3 } },
        },
      },
      cleanDistPath: false,
    },
    tools: {
      // Otherwise every default parameter is rewritten for a bug of Safari 16 that few functions meet.
      swc: { env: { bugfixes: true } },
      rspack(config, { rspack, environment }) {
        // `remote.ts` imports prerenders, but browsers never load them.
        if (environment.name !== PRERENDER)
          config.plugins?.push(new rspack.IgnorePlugin({ resourceRegExp: PRERENDER_FILE }));
        config.plugins?.push(new rspack.NormalModuleReplacementPlugin(/\/createLucideIcon\.mjs$/, ICON));
        config.plugins?.push(
          new rspack.BannerPlugin({
            banner: COMPILE_HINT,
            raw: true,
            include: /(^|\/)index\.[^/]*js$/,
            // After the minifier, which removes comments, and before source maps and hashes.
            stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
          }),
        );
        config.output = { ...config.output, devtoolModuleFilenameTemplate: sourcePath };
        // The shortest names, instead of names that stay the same between builds: 0.9 KB less before the home.
        if (!isDevelopment()) config.optimization = { ...config.optimization, mangleExports: 'size' };
      },
    },
    plugins: [pluginReact()],
  };
}

type ModulePaths = Record<'absoluteResourcePath' | 'resourcePath', string>;

/** Path of a source in source maps: relative to the workspace, so the same everywhere. */
const sourcePath = ({ absoluteResourcePath, resourcePath }: ModulePaths) =>
  absoluteResourcePath.startsWith(ROOT) ? absoluteResourcePath.slice(ROOT.length) : resourcePath;

/**
 * Builds the shell and given screens as one page without federation: a baseline for measurements.
 * @param entry the page's script
 */
export function plainConfig(entry: string): RsbuildConfig {
  return mergeRsbuildConfig(commonConfig('shell'), {
    source: { entry: { index: entry } },
    html: { template: `${ROOT}shell/src/index.html`, title: PRODUCT.name },
  });
}

/** The development servers' registry isn't signed. */
const publicKeys = () => (isDevelopment() ? '' : publicKeysFrom(process.env).join());

/**
 * Marked as having side effects, so that imports aren't redirected past the index of these packages. The
 * bundler then joins their files into one scope: 0.8 KB (gzip) less.
 */
const ONE_SCOPE = {
  test: /[\\/](shared[\\/]ui[\\/]src|jotai[\\/]dist|zod[\\/]mini)[\\/]index\.[tj]s$/,
  sideEffects: true,
};

/** The page with the shared modules, the service worker `sw.js`, and `payment-frame.html`. */
export function shellConfig(): RsbuildConfig {
  return mergeRsbuildConfig(commonConfig('shell'), {
    // Without a key, the code that verifies the registry isn't part of the build.
    source: {
      define: { 'process.env.REMOTES_PUBLIC_KEY': JSON.stringify(publicKeys()) },
    },
    tools: { rspack: { module: { rules: [ONE_SCOPE] } } },
    plugins: isDevelopment() ? [developmentHost()] : [],
    environments: {
      web: {
        source: { entry: { index: './src/main.tsx' } },
        html: { template: './src/index.html', title: PRODUCT.name },
      },
      worker: WORKER,
      payment: PAYMENT_FRAME,
      inline: INLINE,
      [PRERENDER]: shellPrerenderEnvironment(),
    },
  });
}

/** With a fixed name at the root: a service worker's URL is its scope and identifies updates. */
const WORKER: RsbuildConfig = {
  source: { entry: { sw: './src/connection/offline/service-worker.ts' } },
  output: { target: 'web-worker', distPath: { js: '' }, filename: { js: '[name].js' } },
  tools: { htmlPlugin: false },
};

/** A script that the server writes into prerendered pages. */
const INLINE: RsbuildConfig = {
  source: { entry: { [INLINE_NAME]: './src/first-view/inline.ts' } },
  output: { distPath: { js: PRERENDER_FOLDER }, filename: { js: '[name].[contenthash:10].js' } },
  security: { sri: { enable: false } },
  tools: { htmlPlugin: false },
};

/** Runs in the server's renderer, without Node's modules. */
const shellPrerenderEnvironment = () =>
  mergeRsbuildConfig(SERVER_BUNDLE, {
    source: { entry: { [SERVER_NAME]: './src/first-view/server.tsx' } },
    output: { distPath: { js: PRERENDER_FOLDER }, filename: { js: '[name].[contenthash:10].js' } },
  });

/** One file that exports its entry, without styles and without what it imports on demand. */
const SERVER_BUNDLE: RsbuildConfig = {
  output: { target: 'node', sourceMap: false, minify: { js: true } },
  security: { sri: { enable: false } },
  tools: {
    htmlPlugin: false,
    rspack: {
      output: { library: { type: 'commonjs2' } },
      // An effect or a press imports the rest, and neither happens on the server.
      module: { parser: { javascript: { dynamicImportMode: 'weak' } } },
    },
  },
};

/** The frame's origin is opaque: integrity checks would need CORS headers from any file server. */
const PAYMENT_FRAME: RsbuildConfig = {
  source: { entry: { 'payment-frame': './src/payment-frame/main.ts' } },
  html: { template: './src/payment-frame/page.html', title: PRODUCT.name, crossorigin: false },
  security: { sri: { enable: false } },
  dev: { hmr: false, liveReload: false },
};

/**
 * `container` is what the shell loads, without shared modules; `standalone` is an ordinary page
 * without federation, if the remote has `src/standalone.tsx`.
 * @param own configuration for this remote only
 */
export function remoteConfig(name: string, own: RsbuildConfig = {}): RsbuildConfig {
  const port = remotePort(name);
  const hash = isDevelopment() ? DEVELOPMENT_HASH : HASH_PLACEHOLDER;
  return mergeRsbuildConfig(commonConfig(name), own, {
    source: { define: { MOUNT: JSON.stringify([mountFile(hash), mountName(name)]) } },
    // In development the shell's page loads the remote, and gets its updates, from its own server.
    dev: { assetPrefix: `http://localhost:${port}/`, client: { protocol: 'ws', host: 'localhost', port } },
    plugins: [containerFederation(containerName(name, hash))],
    resolve: {
      alias: { 'exposed-remote$': './src/remote.ts', ...(isInDeployedShell() ? FOR_DEPLOYED_SHELL : {}) },
    },
    environments: {
      container: containerEnvironment(),
      standalone: standaloneEnvironment(name),
      [PRERENDER]: remotePrerenderEnvironment(),
    },
  });
}

/** `prerenderEntry` sets its entry. The shell's server bundle provides the shared modules. */
const remotePrerenderEnvironment = () =>
  mergeRsbuildConfig(SERVER_BUNDLE, {
    source: { entry: { prerender: EMPTY } },
    output: {
      distPath: { root: 'dist/prerender', js: '' },
      filename: { js: '[name].js' },
      externals: Object.fromEntries(SHARED_MODULES.map((name) => [name, `commonjs ${name}`])),
    },
  });

const FOR_DEPLOYED_SHELL = { 'react/jsx-dev-runtime$': REFRESHING_JSX };

/** For other hosts' pages, see `shell/src/mount`. `putInPlace` adds the version's hash to its name. */
const mountEntry = (name: string) => ({
  import: 'shell/mount',
  html: false,
  filename: mountFile('new'),
  library: { type: 'window', name: mountName(name) },
  // Set at run time: a module has no `currentScript`.
  publicPath: '',
});

/** In the browser: what mounts a screen adds the style sheet elsewhere, the page to its head. */
const insertStyles = (link: HTMLLinkElement) => {
  const isInPage = dispatchEvent(new CustomEvent('remote-style', { detail: link, cancelable: true }));
  if (isInPage) document.head.append(link);
};

/** File names have no hash, since each version has a folder of its own. */
function containerEnvironment(): RsbuildConfig {
  // The container sets the path when it runs.
  const entry = { import: CONTAINER, html: false, publicPath: '' };
  return {
    // In development, Module Federation's plugin adds the container.
    source: { entry: isDevelopment() ? { empty: EMPTY } : { entry } },
    output: {
      assetPrefix: 'auto',
      distPath: { root: 'dist/container', js: '', jsAsync: '', css: '', cssAsync: '' },
      filename: { js: '[name].js', css: '[name].css' },
    },
    tools: { htmlPlugin: false, postcss: scopedStyles },
  };
}

/** Kinds of files with their own `distPath` in Rsbuild. */
const KINDS = ['js', 'css', 'svg', 'font', 'image', 'media', 'wasm', 'assets'] as const;

/**
 * The page is served at every path below its folder; `<base>` has the folder's path. All other URLs
 * are relative to it: to serve the page elsewhere, only that line changes.
 */
function standaloneEnvironment(name: string): RsbuildConfig {
  const folders = Object.fromEntries(KINDS.map((kind) => [kind, STANDALONE_BUILD_FOLDER + kind]));
  return {
    source: {
      entry: { index: './src/standalone.tsx', ...(isDevelopment() ? {} : { mount: mountEntry(name) }) },
    },
    tools: { cssExtract: { pluginOptions: { insert: insertStyles } } },
    html: {
      template: fileURLToPath(new URL('./standalone.html', import.meta.url)),
      templateParameters: { home: `/remotes/${name}/` },
      title: PRODUCT.name,
    },
    output: { assetPrefix: 'auto', distPath: { root: 'dist/standalone', ...folders } },
  };
}
