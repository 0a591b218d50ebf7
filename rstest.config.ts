import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig } from '@rstest/core';

/** Path of the JSON report; set by `pnpm test`, which counts the tests from it. */
const { RSTEST_REPORT: outputPath, LONG_RUNS } = process.env;

export default defineConfig({
  reporters: outputPath ? ['default', ['json', { outputPath }]] : ['default'],
  // By default, one core stays idle.
  pool: { maxWorkers: '100%' },
  projects: [
    {
      name: 'web',
      plugins: [pluginReact()],
      testEnvironment: 'happy-dom',
      include: ['{shell,remotes,shared}/**/*.test.{ts,tsx}'],
      exclude: ['shared/{brand-kit,federation}/**', '**/node_modules/**'],
      setupFiles: ['./rstest.setup.ts'],
      testTimeout: 15_000,
    },
    {
      name: 'node',
      testEnvironment: 'node',
      include: ['{e2e/chargers,shared/brand-kit,shared/federation}/**/*.test.ts', 'e2e/tests/*.test.ts'],
      exclude: ['**/node_modules/**'],
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
    {
      // `pnpm test` runs it on the embedded database and on PostgreSQL.
      name: 'node-database',
      testEnvironment: 'node',
      include: ['e2e/{backend,tests/money}/**/*.test.ts'],
      exclude: ['**/node_modules/**'],
      testTimeout: LONG_RUNS === '1' ? 3_600_000 : 60_000,
      hookTimeout: 60_000,
    },
  ],
});
