import { defineConfig } from 'drizzle-kit';

/** `pnpm --dir e2e/backend exec drizzle-kit generate` creates a migration from schema changes. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/platform/database/schema.ts',
  out: './migrations',
});
