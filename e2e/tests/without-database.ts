/** Test files that open no database. */
export const WITHOUT_DATABASE = [
  '{e2e/chargers,e2e/run-tests,shared/brand-kit,shared/contract-tools,shared/federation}/**/*.test.ts',
  'e2e/tests/*.test.ts',
  // `fetch` of the simulated browser doesn't check hashes.
  'shared/client/src/fetch-verified.test.ts',
];

/**
 * Test files that don't depend on the kind of database: authorization, connections, protocols,
 * files, mail, pure functions, and the embedded database itself. They run with PostgreSQL only; all
 * others (money, charges, queries, stored data) run with the embedded database as well.
 */
export const ON_ONE_DATABASE = [
  'e2e/backend/src/{auth,brand,bus,data,instances,live,mail}/**/*.test.ts',
  'e2e/backend/src/{metrics,ocpp,operator,push,remotes,sandbox,web}/**/*.test.ts',
  'e2e/backend/src/{environment,fuzz,limits,logging,origins,security-doc,security-log,slow-clients}.test.ts',
  'e2e/backend/src/api/{failure,rate-limit,readiness,security-headers}.test.ts',
  'e2e/backend/src/charging/{charge-periods,deadlines,plausible-energy}.test.ts',
  'e2e/backend/src/db/*.test.ts',
  'e2e/backend/src/network/{network-command,read-network}.test.ts',
  'e2e/backend/src/payment/stand-in/**/*.test.ts',
  'e2e/backend/src/sites/{gazetteer,wilson}.test.ts',
  'e2e/backend/src/sites/geocoder/*.test.ts',
  'e2e/backend/src/viewer/shared-results.test.ts',
  'e2e/backend/src/wallet/balances-migration.test.ts',
  // Tests the check of the contract itself. The routes that it calls have tests on both databases.
  'e2e/tests/conformance/*.test.ts',
  // Starts its own PostgreSQL server, which it restarts.
  'e2e/tests/cluster/*.test.ts',
  // Starts both databases itself.
  'e2e/tests/data/*.test.ts',
];
