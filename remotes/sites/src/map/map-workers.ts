/** The workers of the map libraries, of checked bytes. */
import { verifiedWorker } from '@shared/federation/fetch-verified';

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

/** Every map of the page shares one address; one that couldn't be fetched is fetched again for the next map. */
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
