export { startDevServers } from './dev-servers.ts';
export { developmentPorts } from './ports.ts';
export { plainConfig, remoteConfig, shellConfig } from './preset.ts';
