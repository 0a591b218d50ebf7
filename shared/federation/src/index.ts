export { plainConfig, remoteConfig, shellConfig } from './preset.ts';
export { mapsFolder } from './source-maps.ts';
export { hashConstants, olderSyntax } from './unbundled-files.ts';
