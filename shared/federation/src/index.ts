export { startDevServers } from './dev-servers.ts';
export { hashConstants } from './hash-constants.ts';
export { developmentPorts } from './ports.ts';
export { plainConfig, remoteConfig, shellConfig } from './preset.ts';
