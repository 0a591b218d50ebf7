/** All tables, by area. `drizzle-kit generate` creates the migrations from them. */
export * from './schema/charging.ts';
export * from './schema/money.ts';
export * from './schema/operators.ts';
export * from './schema/people.ts';
export * from './schema/push.ts';
export * from './schema/server.ts';
export * from './schema/sites.ts';
export * from './schema/vehicles.ts';
