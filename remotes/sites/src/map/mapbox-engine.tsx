import library, { type GeoJSONSource, type Map as LibraryMap } from 'mapbox-gl';
import 'mapbox-gl/dist/mapbox-gl.css';
import { useRef, useState } from 'react';
import { Layer, Map as MapView, Source } from 'react-map-gl/mapbox';
import { CLUSTERING, DOTS, type EngineProps, isOnMark, MAP_OPTIONS, SITES } from './engine.ts';
import { createMapHandle } from './map-handle.ts';
import { strings } from './strings.ts';
import { watchBasemap } from './watch-basemap.ts';

/** Must be called before the first map is rendered. */
export function setWorkerUrl(url: string): void {
  library.workerUrl = url;
}

const STYLES = { light: 'mapbox://styles/mapbox/streets-v12', dark: 'mapbox://styles/mapbox/dark-v11' };
const locale = {
  'Map.Title': strings.map,
  'AttributionControl.ToggleAttribution': strings.attribution,
};

/** Draws the map with Mapbox, for deployments with a Mapbox token. */
export function MapboxEngine({ basemap, dark, data, initialView, onReady, onFailed, onTap }: EngineProps) {
  const [watch] = useState(() => watchBasemap(onFailed));
  const map = useRef<LibraryMap>(undefined);
  return (
    <MapView
      {...MAP_OPTIONS}
      mapLib={library}
      // Portuguese needs no right-to-left plug-in.
      RTLTextPlugin=""
      mapboxAccessToken={basemap.kind === 'mapbox' ? basemap.token : ''}
      locale={locale}
      language="pt"
      projection="mercator"
      initialViewState={{ longitude: initialView.lng, latitude: initialView.lat, zoom: initialView.zoom }}
      mapStyle={dark ? STYLES.dark : STYLES.light}
      ref={(made) => {
        const found = made?.getMap();
        if (!found || map.current) return;
        map.current = found;
        found.touchZoomRotate.disableRotation();
      }}
      onData={(event) => {
        if ('tile' in event && 'sourceId' in event && event.sourceId !== SITES) watch.tile();
      }}
      onError={(event) => watch.error(event.error, 'tile' in event)}
      onLoad={({ target }) => {
        if (watch.drawn()) onReady(createMapHandle(target, clustersOf(target)));
      }}
      onClick={({ originalEvent }) => {
        if (!isOnMark(originalEvent.target)) onTap();
      }}
    >
      <Source id={SITES} type="geojson" data={data} {...CLUSTERING}>
        <Layer id="dots" type="circle" paint={DOTS} />
      </Source>
    </MapView>
  );
}

/** Wraps the callbacks of Mapbox in promises. */
function clustersOf(map: LibraryMap) {
  const source = () => map.getSource<GeoJSONSource>(SITES);
  return {
    clusterZoom: (id: number) =>
      new Promise<number>((resolve, reject) => {
        source()?.getClusterExpansionZoom(id, (error, found) =>
          error ? reject(error) : resolve(found ?? map.getZoom()),
        );
      }),
    clusterSites: (id: number, most: number) =>
      new Promise<string[]>((resolve, reject) => {
        source()?.getClusterLeaves(id, most, 0, (error, found) =>
          error ? reject(error) : resolve((found ?? []).map(({ properties }) => String(properties?.id))),
        );
      }),
  };
}
