/** Workers of the map libraries, loaded with an integrity check. */
import { verifiedWorker } from '@shared/client/fetch-verified';
import { VerifiedWorker } from './verified-worker.ts';

/** Set by `rsbuild.config.ts`. */
declare const MAPBOX_WORKER_INTEGRITY: string;
declare const MAPLIBRE_WORKER_INTEGRITY: string;

/** Each resolves to the URL of its verified script, or rejects like `verifiedWorker`. */
export const loadWorkerScript = {
  mapbox: once(() => ({
    url: new URL('mapbox-gl/dist/mapbox-gl-csp-worker.js', import.meta.url).href,
    integrity: MAPBOX_WORKER_INTEGRITY,
  })),
  maplibre: once(() => ({
    url: new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url).href,
    integrity: MAPLIBRE_WORKER_INTEGRITY,
  })),
};

/** Mapbox creates its workers from `workerClass`. */
export class MapboxWorker extends VerifiedWorker {
  constructor() {
    super(loadWorkerScript.mapbox());
  }
}

/** MapLibre has no such option: `rsbuild.config.ts` replaces `Worker` in its code with this. */
export class MaplibreWorker extends VerifiedWorker {
  constructor() {
    super(loadWorkerScript.maplibre());
  }
}

/** All workers share one script; a failed fetch is retried for the next map. */
function once(file: () => Parameters<typeof verifiedWorker>[0]): () => Promise<string> {
  let url: Promise<string> | undefined;
  return () => {
    url ??= verifiedWorker(file()).catch((error: unknown) => {
      url = undefined;
      throw error;
    });
    return url;
  };
}
