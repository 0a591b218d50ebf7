import { defineConfig } from 'drizzle-kit';

/** `pnpm --dir e2e/backend exec drizzle-kit generate` writes what changed in the schema as the next migration. */
export default defineConfig({ dialect: 'postgresql', schema: './src/db/schema.ts', out: './migrations' });
