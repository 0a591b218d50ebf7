export { startDevServers } from './dev-servers.ts';
export { plainConfig, remoteConfig, shellConfig } from './preset.ts';
