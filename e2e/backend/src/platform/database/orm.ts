/**
 * Drizzle under a path of ours. Each import of the package by name makes Node parse its `package.json` of
 * 179 KB, which is a fifth of the start time of a backend command.
 */
export * from 'drizzle-orm';
