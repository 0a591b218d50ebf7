/** Test files that open no database. */
export const WITHOUT_DATABASE = [
  '{e2e/chargers,e2e/run-tests,shared/brand-kit,shared/federation}/**/*.test.ts',
  'e2e/tests/*.test.ts',
  // `fetch` of the simulated browser doesn't check hashes.
  'shared/client/src/fetch-verified.test.ts',
];

/**
 * Test files for which it doesn't matter which database the backend has: connections, protocols,
 * files and mail. They run on PostgreSQL only, all others on the embedded database as well.
 */
export const ON_ONE_DATABASE = [
  'e2e/backend/src/{mail,site}/**/*.test.ts',
  'e2e/backend/src/{environment,limits,logging,origins,security-doc,slow-clients}.test.ts',
  'e2e/backend/src/api/{failure,security-headers}.test.ts',
  'e2e/backend/src/live/client-connection.test.ts',
  'e2e/backend/src/ocpp/{configure,handshake-limits,inbound-limit,messages,meter-values}.test.ts',
  'e2e/backend/src/ocpp/{second-client,third-client,upgrade}.test.ts',
  'e2e/backend/src/push/{credit-nearly-used,endpoint,enqueue,post-message}.test.ts',
];
