/** Written by `pnpm remote api`: follows from the API reports in shared/federation/api. */
export const CONTRACT_VERSION: string = '4.0.0';
