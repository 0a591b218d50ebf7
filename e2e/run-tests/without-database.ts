/** Test files that open no database. */
export const WITHOUT_DATABASE = [
  '{e2e/chargers,e2e/run-tests,shared/brand-kit,shared/contract-tools,shared/federation,shell/server}/**/*.test.ts',
  'e2e/tests/*.test.ts',
  'e2e/backend/src/layers.test.ts',
  // `fetch` of the simulated browser doesn't check hashes.
  'shared/client/src/fetch-verified.test.ts',
];

/**
 * The slowest of the files above, which build remotes, run whole checks or end processes: not with
 * `--quick`.
 */
export const SLOWEST = [
  'shared/contract-tools/src/check/run-check.test.ts',
  'shared/federation/src/registry/change-registry.test.ts',
  'shared/federation/src/publish/publish.test.ts',
  'shared/federation/src/publish/publish-steps.test.ts',
  'shell/server/src/first-view/first-views.test.ts',
];

/**
 * Test files that run on the embedded database too. It is the same engine with another driver, a
 * single connection and no server: one file each about types of columns, transactions, locks,
 * partitions, large imports and charges.
 */
export const ON_EMBEDDED = [
  'e2e/backend/src/platform/limits/rate-limit.test.ts',
  'e2e/backend/src/domain/people/account/push-tokens.test.ts',
  'e2e/backend/src/domain/charging/excluded-time.test.ts',
  'e2e/backend/src/domain/charging/late-starts.test.ts',
  'e2e/backend/src/domain/charging/lifecycle.test.ts',
  'e2e/backend/src/domain/charging/lock-order.test.ts',
  'e2e/backend/src/domain/charging/stops-without-id.test.ts',
  'e2e/backend/src/platform/database',
  'e2e/backend/src/domain/live/tickets.test.ts',
  'e2e/backend/src/domain/charging/meter-values/store-samples.test.ts',
  'e2e/backend/src/network/network-sequence.test.ts',
  'e2e/backend/src/domain/sites/routes.test.ts',
  'e2e/backend/src/domain/money/wallet/ledger.test.ts',
];
