/** Workers of the map libraries, loaded with an integrity check. */
import { verifiedWorker } from '@shared/client/fetch-verified';

/** Set by `rsbuild.config.ts`. */
declare const MAPBOX_WORKER_INTEGRITY: string;
declare const MAPLIBRE_WORKER_INTEGRITY: string;

export const mapboxWorker = once(() => ({
  url: new URL('mapbox-gl/dist/mapbox-gl-csp-worker.js', import.meta.url).href,
  integrity: MAPBOX_WORKER_INTEGRITY,
}));

export const maplibreWorker = once(() => ({
  url: new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url).href,
  integrity: MAPLIBRE_WORKER_INTEGRITY,
}));

/** All maps of the page share one worker URL; a failed fetch is retried for the next map. */
function once(file: () => Parameters<typeof verifiedWorker>[0]): () => Promise<string> {
  let address: Promise<string> | undefined;
  return () => {
    address ??= verifiedWorker(file()).catch((error: unknown) => {
      address = undefined;
      throw error;
    });
    return address;
  };
}
