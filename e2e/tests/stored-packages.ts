/**
 * Environment of commands that install what the workspace's own install has verified and stored:
 * they ask the registry only for what is missing, and never with `npm_config_offline=true`.
 */
export const STORED_PACKAGES: NodeJS.ProcessEnv = {
  npm_config_prefer_offline: 'true',
  pnpm_config_prefer_offline: 'true',
  pnpm_config_offline: process.env.npm_config_offline ?? 'false',
  pnpm_config_trust_lockfile: 'true',
};
