export { hashConstants } from './hash-constants.ts';
export { olderSyntax } from './older-syntax.ts';
export { plainConfig, remoteConfig, shellConfig } from './preset.ts';
export { mapsFolder } from './source-maps.ts';
