import { createServer } from 'node:http';
import { freePort } from '../../start/ports.ts';

/** A public map style without tiles: one background colour, and an attribution. */
const STYLE = {
  version: 8,
  sources: {
    land: {
      type: 'geojson',
      attribution: 'Ateliê de Mapas',
      data: { type: 'FeatureCollection', features: [] },
    },
  },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': '#dfeee8' } },
    { id: 'land', type: 'fill', source: 'land' },
  ],
};

/** Serves a map style to pages of any origin, as public servers do. */
export async function startStyleServer() {
  let requestCount = 0;
  const server = createServer((_, response) => {
    requestCount += 1;
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(STYLE));
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${port}/style.json`,
    countRequests: () => requestCount,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
