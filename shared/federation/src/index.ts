export { hashConstants } from './hash-constants.ts';
export { plainConfig, remoteConfig, shellConfig } from './preset.ts';
export { mapsFolder } from './source-maps.ts';
