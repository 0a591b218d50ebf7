import * as library from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useMemo, useRef, useState } from 'react';
import { Layer, Map as MapView, Source } from 'react-map-gl/maplibre';
import { builtInStyle } from './built-in-basemap/built-in-style.ts';
import { drawLabel } from './built-in-basemap/draw-label.ts';
import { readPalette } from './built-in-basemap/palette.ts';
import { CLUSTERING, DOTS, type EngineProps, isOnMark, MAP_OPTIONS, SITES } from './engine.ts';
import { createMapHandle } from './map-handle.ts';
import { strings } from './strings.ts';
import { watchBasemap } from './watch-basemap.ts';

/** Must be called before the first map is rendered. */
export const { setWorkerUrl } = library;

const locale = {
  'Map.Title': strings.map,
  'AttributionControl.ToggleAttribution': strings.attribution,
};

/** Draws the map with MapLibre, from a public style or our own drawing. */
export function MaplibreEngine({ basemap, data, initialView, onReady, onFailed, onTap }: EngineProps) {
  const palette = useMemo(readPalette, []);
  const [watch] = useState(() => watchBasemap(onFailed));
  const map = useRef<library.Map>(undefined);
  const style = useMemo(
    () => (basemap.kind === 'style' ? basemap.url : builtInStyle(palette)),
    [basemap, palette],
  );
  return (
    <MapView
      {...MAP_OPTIONS}
      mapLib={library}
      locale={locale}
      initialViewState={{ longitude: initialView.lng, latitude: initialView.lat, zoom: initialView.zoom }}
      mapStyle={style}
      attributionControl={basemap.kind === 'own' ? false : { compact: true }}
      ref={(made) => {
        const found = made?.getMap();
        if (!found || map.current) return;
        map.current = found;
        found.touchZoomRotate.disableRotation();
        found.keyboard.disableRotation();
        if (basemap.kind === 'own') found.setMissingStyleImageResolver((id) => drawLabel(found, id, palette));
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

function clustersOf(map: library.Map) {
  const source = () => map.getSource<library.GeoJSONSource>(SITES);
  return {
    clusterZoom: async (id: number) => (await source()?.getClusterExpansionZoom(id)) ?? map.getZoom(),
    clusterSites: async (id: number, most: number) =>
      ((await source()?.getClusterLeaves(id, most, 0)) ?? []).map(({ properties }) => String(properties?.id)),
  };
}
