/**
 * Environment of commands that install what the workspace's own install has verified and stored:
 * they query the registry only for missing packages, and never with `npm_config_offline=true`.
 */
export const STORED_PACKAGES: NodeJS.ProcessEnv = {
  npm_config_prefer_offline: 'true',
  pnpm_config_prefer_offline: 'true',
  pnpm_config_offline: process.env.npm_config_offline ?? 'false',
  pnpm_config_trust_lockfile: 'true',
};
