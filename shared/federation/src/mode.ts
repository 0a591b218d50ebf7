/** What is built; the commands set the variables. */

export const isDevelopment = () => process.env.NODE_ENV === 'development';

/** True for `pnpm dev NAME --shell`, since a deployed shell provides React's production build. */
export const isInDeployedShell = () => process.env.DEPLOYED_SHELL === '1';
