import library, { type GeoJSONSource, type Map as LibraryMap } from 'mapbox-gl';
import 'mapbox-gl/dist/mapbox-gl.css';
import { Layer, Map as MapView, Source } from 'react-map-gl/mapbox';
import { CLUSTERING, DOTS, type EngineProps, SITES } from './engine.ts';
import { useMapProps } from './map-handle.ts';
import { MapboxWorker } from './map-workers.ts';

library.workerClass = MapboxWorker;

const STYLES = { light: 'mapbox://styles/mapbox/streets-v12', dark: 'mapbox://styles/mapbox/dark-v11' };

/** Draws the map with Mapbox, for deployments with a Mapbox token. */
export function MapboxEngine(props: EngineProps) {
  const { basemap, dark, data } = props;
  const common = useMapProps(props, clustersOf);
  return (
    <MapView
      {...common}
      mapLib={library}
      // Portuguese needs no right-to-left plug-in.
      RTLTextPlugin=""
      mapboxAccessToken={basemap.kind === 'mapbox' ? basemap.token : ''}
      language="pt"
      projection="mercator"
      mapStyle={dark ? STYLES.dark : STYLES.light}
      ref={(instance) => instance?.getMap().touchZoomRotate.disableRotation()}
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
        source()?.getClusterExpansionZoom(id, (error, zoom) =>
          error ? reject(error) : resolve(zoom ?? map.getZoom()),
        );
      }),
    clusterSites: (id: number, limit: number) =>
      new Promise<string[]>((resolve, reject) => {
        source()?.getClusterLeaves(id, limit, 0, (error, leaves) =>
          error ? reject(error) : resolve((leaves ?? []).map(({ properties }) => String(properties?.id))),
        );
      }),
  };
}
