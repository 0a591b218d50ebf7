/** Build modes, from environment variables that the commands set. */

export const isDevelopment = () => process.env.NODE_ENV === 'development';

/** True for `pnpm dev NAME --shell`, since a deployed shell provides React's production build. */
export const isInDeployedShell = () => process.env.DEPLOYED_SHELL === '1';
