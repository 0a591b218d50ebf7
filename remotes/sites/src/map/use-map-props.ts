import { useState } from 'react';
import { type EngineProps, isOnMark, MAP_OPTIONS, type MapHandle, SITES } from './engine.ts';
import { strings } from './strings.ts';
import { watchBasemap } from './watch-basemap.ts';

const locale = {
  'Map.Title': strings.map,
  'AttributionControl.ToggleAttribution': strings.attribution,
};

/** Returns the props that the map components of both libraries share. */
export function useMapProps<LibraryMap>(
  { initialView, onFirstFrame, onReady, onFailed, onTap }: EngineProps,
  handleOf: (map: LibraryMap) => MapHandle,
) {
  const [watch] = useState(() => watchBasemap(onFailed));
  return {
    ...MAP_OPTIONS,
    locale,
    initialViewState: { longitude: initialView.lng, latitude: initialView.lat, zoom: initialView.zoom },
    onStyleData: onFirstFrame,
    onData: (event: object) => {
      if ('tile' in event && 'sourceId' in event && event.sourceId !== SITES) watch.tile();
    },
    onError: (event: { error: unknown }) => watch.error(event.error, 'tile' in event),
    onLoad: ({ target }: { target: LibraryMap }) => {
      if (watch.drawn()) onReady(handleOf(target));
    },
    onClick: ({ originalEvent }: { originalEvent: Event }) => {
      if (!isOnMark(originalEvent.target)) onTap();
    },
  };
}
