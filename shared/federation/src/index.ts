export { startDevServers } from './dev-servers.ts';
export { remoteConfig, shellConfig } from './preset.ts';
