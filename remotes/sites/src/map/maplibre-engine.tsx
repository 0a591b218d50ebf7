import * as library from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useMemo } from 'react';
import { Layer, Map as MapView, Source } from 'react-map-gl/maplibre';
import { builtInStyle } from './built-in-basemap/built-in-style.ts';
import { drawLabel } from './built-in-basemap/draw-label.ts';
import { readPalette } from './built-in-basemap/palette.ts';
import { CLUSTERING, DOTS, type EngineProps, SITES } from './engine.ts';
import { useMapProps } from './map-handle.ts';

/** Draws the map with MapLibre, from a public style or our own drawing. */
export function MaplibreEngine(props: EngineProps) {
  const { basemap, data } = props;
  const palette = useMemo(readPalette, []);
  const common = useMapProps(props, clustersOf);
  const style = useMemo(
    () => (basemap.kind === 'style' ? basemap.url : builtInStyle(palette)),
    [basemap, palette],
  );
  return (
    <MapView
      {...common}
      mapLib={library}
      mapStyle={style}
      validateStyle={basemap.kind !== 'own'}
      attributionControl={basemap.kind === 'own' ? false : { compact: true }}
      ref={(instance) => {
        const map = instance?.getMap();
        if (!map) return;
        map.touchZoomRotate.disableRotation();
        map.keyboard.disableRotation();
        if (basemap.kind === 'own') map.setMissingStyleImageResolver((id) => drawLabel(map, id, palette));
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
    clusterSites: async (id: number, limit: number) =>
      ((await source()?.getClusterLeaves(id, limit, 0)) ?? []).map(({ properties }) =>
        String(properties?.id),
      ),
  };
}
