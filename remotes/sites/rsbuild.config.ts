import { fileURLToPath, pathToFileURL } from 'node:url';
import { hashConstants, olderSyntax, remoteConfig } from '@shared/federation';

const MAPLIBRE_WORKER = 'maplibre-gl/dist/maplibre-gl-worker.mjs';
const maplibreWorker = olderSyntax(import.meta.resolve(MAPLIBRE_WORKER));

const hashes = hashConstants({
  MAPBOX_WORKER_INTEGRITY: import.meta.resolve('mapbox-gl/dist/mapbox-gl-csp-worker.js'),
  MAPLIBRE_WORKER_INTEGRITY: pathToFileURL(maplibreWorker).href,
});
const WORKERS = fileURLToPath(import.meta.resolve('./src/map/map-workers.ts'));

export default remoteConfig('sites', {
  // Safari 16.0 lacks some of its syntax. By default only our own code is translated.
  source: { ...hashes.source, include: [/[\\/]maplibre-gl[\\/]/] },
  // The CSP build has its worker in a single file, so its integrity can be verified; the other
  // builds create the worker at run time or from several files.
  resolve: { alias: { 'mapbox-gl$': 'mapbox-gl/dist/mapbox-gl-csp.js', [MAPLIBRE_WORKER]: maplibreWorker } },
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
        appendPlugins([
          new rspack.ProvidePlugin({ Worker: [WORKERS, 'MaplibreWorker'] }),
          // Only without `mapLib`. The bundler's code for this import would be part of the home.
          new rspack.IgnorePlugin({ resourceRegExp: /^mapbox-gl$/, contextRegExp: /react-mapbox/ }),
        ]),
    ],
  },
});
