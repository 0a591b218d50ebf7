export { mapsFolder } from './build/source-maps.ts';
export { plainConfig, remoteConfig, shellConfig } from './bundler/preset.ts';
export { hashConstants, olderSyntax } from './bundler/unbundled-files.ts';
