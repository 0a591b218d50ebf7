export { startDevServers } from './dev-servers.ts';
export { hashConstants } from './hash-constants.ts';
export { plainConfig, remoteConfig, shellConfig } from './preset.ts';
