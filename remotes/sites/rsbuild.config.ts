import { fileURLToPath } from 'node:url';
import { hashConstants, remoteConfig } from '@shared/federation';

const hashes = hashConstants({
  MAPBOX_WORKER_INTEGRITY: import.meta.resolve('mapbox-gl/dist/mapbox-gl-csp-worker.js'),
  MAPLIBRE_WORKER_INTEGRITY: import.meta.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs'),
});
const WORKERS = fileURLToPath(import.meta.resolve('./src/map/map-workers.ts'));

export default remoteConfig('sites', {
  ...hashes,
  // The CSP build has its worker in a single file whose integrity can be verified; the other builds
  // create the worker at run time or from several files.
  resolve: { alias: { 'mapbox-gl$': 'mapbox-gl/dist/mapbox-gl-csp.js' } },
  tools: {
    rspack: [
      {
        // MapLibre can import plug-ins by URL at run time; none are used.
        ignoreWarnings: [/Critical dependency/],
        // This is a UMD build in a package with `"type": "module"`.
        module: { rules: [{ test: /mapbox-gl-csp\.js$/, type: 'javascript/auto' }] },
      },
      // MapLibre has no option for its worker class, so replace `Worker` in its code. Mapbox has
      // the option; its code isn't affected because it uses `self.Worker`.
      (_, { appendPlugins, rspack }) =>
        appendPlugins(new rspack.ProvidePlugin({ Worker: [WORKERS, 'MaplibreWorker'] })),
    ],
  },
});
