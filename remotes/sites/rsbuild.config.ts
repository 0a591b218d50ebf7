import { remoteConfig } from '@shared/federation';

export default {
  ...remoteConfig('sites'),
  // Mapbox in parts, with its worker in a file of its own: the other build makes one at run time, out of a text.
  resolve: { alias: { 'mapbox-gl$': 'mapbox-gl/esm' } },
};
