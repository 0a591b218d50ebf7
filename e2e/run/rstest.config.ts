import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig } from '@rstest/core';
import { HANG_MS, MAX_FAILURES } from './hang-limit.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Path of the JSON report; set by `pnpm test`, which counts the tests from it. */
const { RSTEST_REPORT: outputPath } = process.env;

const WEB = '{shell,remotes,shared}/**/*.test.{ts,tsx}';
/** Code of the app that runs in Node only. */
const TOOLS = [
  '{shared/{brand-kit,contract-tools,federation},shell/server}/**/*.test.ts',
  // `fetch` of the simulated browser doesn't check hashes.
  'shared/client/src/fetch-verified.test.ts',
];
/** Tests that need a database. */
const DATABASE = 'e2e/**/*.database.test.ts';
const LIMIT_WAITS = './e2e/run/limit-waits.ts';

/** Modules keep what they read from a mocked module, another time zone or a simulated clock. */
const CHANGES_MODULES = /\brs\.mock\(|\bprocess\.env\.TZ\b|\b(useFakeTimers|installFakeTime|resetModules)\(/;
const isolated = globSync(WEB, { cwd: ROOT, exclude: ['**/node_modules/**'] }).filter((file) =>
  CHANGES_MODULES.test(readFileSync(resolve(ROOT, file), 'utf8')),
);

const E2E = resolve(ROOT, 'e2e/');
/** Its tests import components and styles, which Node can't load. */
const WITH_SCREENS = resolve(E2E, 'tests/money');

interface Imported {
  request?: string;
  context?: string;
  /** The importing file; empty for a test file itself. */
  contextInfo?: { issuer: string };
}

/**
 * Node loads what tests of the backend import, once for all files of a worker. A worker would keep each
 * file's bundle, of 8 MB.
 */
function loadNatively(
  { request = '', context = '', contextInfo: { issuer } = { issuer: '' } }: Imported,
  done: (error?: undefined, module?: string, type?: 'module-import') => void,
) {
  const isNative = issuer.startsWith(WITH_SCREENS) ? /^@e2e\// : /^\.|^@(e2e|shared)\//;
  if (!issuer.startsWith(E2E) || !isNative.test(request)) return done();
  const module = request.startsWith('.') ? pathToFileURL(resolve(context, request)).href : request;
  done(undefined, module, 'module-import');
}

/** Projects don't inherit them. */
const limits = { testTimeout: HANG_MS, hookTimeout: HANG_MS };
const web = {
  ...limits,
  plugins: [pluginReact()],
  // The phone of the journeys. On a wide screen, the home loads its map.
  testEnvironment: { name: 'happy-dom' as const, options: { width: 390, height: 844 } },
  exclude: [...TOOLS, '**/node_modules/**'],
  setupFiles: [LIMIT_WAITS, './e2e/run/rstest.setup.ts'],
};

export default defineConfig({
  root: ROOT,
  bail: MAX_FAILURES,
  reporters: outputPath ? ['default', ['json', { outputPath }]] : ['default'],
  // By default, one core stays idle.
  pool: { maxWorkers: '100%' },
  projects: [
    {
      ...web,
      name: 'web',
      include: [WEB],
      exclude: [...web.exclude, ...isolated],
      // Node keeps packages for all files of a worker, while it parses bundles for each file again.
      output: { bundleDependencies: false },
    },
    // Takes twice the time per file, so only for files that need it.
    { ...web, name: 'web-isolated', include: isolated },
    {
      ...limits,
      name: 'node',
      testEnvironment: 'node',
      // `pnpm test` replaces `exclude` by the command line.
      include: [...TOOLS, 'e2e/**/!(*.database).test.ts'],
      setupFiles: [LIMIT_WAITS],
      exclude: ['**/node_modules/**'],
    },
    {
      // On the server of `DATABASE_URL`; on the embedded database without one.
      ...limits,
      name: 'node-database',
      testEnvironment: 'node',
      setupFiles: [LIMIT_WAITS],
      include: [DATABASE],
      exclude: ['**/node_modules/**'],
      output: { bundleDependencies: false, externals: [loadNatively] },
    },
  ],
});
