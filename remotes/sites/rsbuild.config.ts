import { remoteConfig } from '@shared/federation';

export default remoteConfig('sites', {
  // Mapbox in parts, with its worker in a file of its own: the other build makes one at run time, out of a text.
  resolve: { alias: { 'mapbox-gl$': 'mapbox-gl/esm' } },
  // MapLibre imports plug-ins by an address that it is given; it is given none.
  tools: { rspack: { ignoreWarnings: [/Critical dependency/] } },
});
