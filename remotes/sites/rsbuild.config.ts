import { hashConstants, remoteConfig } from '@shared/federation';

const hashes = hashConstants({
  MAPBOX_WORKER_INTEGRITY: import.meta.resolve('mapbox-gl/dist/mapbox-gl-csp-worker.js'),
  MAPLIBRE_WORKER_INTEGRITY: import.meta.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs'),
});

export default remoteConfig('sites', {
  ...hashes,
  // Mapbox with its worker in one file that can be checked: the other builds make it at run time, or of several files.
  resolve: { alias: { 'mapbox-gl$': 'mapbox-gl/dist/mapbox-gl-csp.js' } },
  tools: {
    rspack: {
      // MapLibre can import plug-ins by address; it is given none.
      ignoreWarnings: [/Critical dependency/],
      // A UMD build in a package of type "module".
      module: { rules: [{ test: /mapbox-gl-csp\.js$/, type: 'javascript/auto' }] },
    },
  },
});
