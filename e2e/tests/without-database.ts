/** Test files that run once. All others of `e2e` run on the embedded database and on PostgreSQL. */
export const WITHOUT_DATABASE = [
  '{e2e/chargers,e2e/run-tests,shared/brand-kit,shared/federation}/**/*.test.ts',
  'e2e/tests/*.test.ts',
  // `fetch` of the simulated browser doesn't check hashes.
  'shared/client/src/fetch-verified.test.ts',
];
