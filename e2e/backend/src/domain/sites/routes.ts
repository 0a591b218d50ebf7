import { calls, SiteSearch } from '@shared/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idOf, route, validated } from '../../platform/api/route.ts';
import { createSharedResults } from '../../platform/api/shared-results.ts';
import { notFound } from '../../platform/failure.ts';
import { clientOf } from '../../platform/limits/client-address.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { brandOf, visitorOf } from '../people/auth/session.ts';
import type { SitesContext } from './context.ts';
import { createGeocoder } from './geocoder/geocoder.ts';
import { measureConnectors } from './measure-connectors.ts';
import { type Place, PlaceOnEarth } from './place.ts';
import { searchSites, siteOf } from './search.ts';
import { searchAddresses } from './search-addresses.ts';
import { siteConnectors } from './site-connectors.ts';

/** How long requests share measurements: one charge hardly changes 90 days of them. */
const MEASURED_MS = 5 * SECOND_MS;
/** The smallest search radius. */
const MIN_METRES = 10_000;

/** Registers the search and the brand's own sites, open to guests. */
export function registerSiteRoutes(app: FastifyInstance, context: SitesContext): void {
  const { db, clock, now, options, log } = context;
  const geocode = createGeocoder(options.geocoderUrl, {
    ...options,
    log,
    maxWaitMs: options.geocoderMs,
  });
  const measurements = createSharedResults<Awaited<ReturnType<typeof measureConnectors>>>(clock, MEASURED_MS);

  route(app, calls.siteSearch, async ({ query, request }) => {
    const brand = await brandOf(context, request);
    const { lat, lng, dist, free, plug, speed } = validated(SiteSearch, {
      lat: decimal(query.lat),
      lng: decimal(query.lng),
      dist: decimal(query.dist) ?? MIN_METRES,
      free: query.free === 'true' ? true : undefined,
      plug: query.plug || undefined,
      speed: query.speed || undefined,
    });
    const within = Math.max(MIN_METRES, dist);
    const filter = { brandId: brand.id, freeParking: free, plug, current: speed };
    return searchSites(db, filter, { lat, lng }, within, now());
  });

  route(app, calls.chargerSite, ({ params, request }) => ownSite(params.id, request));

  route(app, calls.siteConnectors, async ({ params, request }) => {
    const site = await ownSite(params.id, request);
    const siteId = Number(site.csId);
    const measured = await measurements(String(siteId), () => measureConnectors(db, siteId, now()));
    return siteConnectors(db, siteId, now(), measured);
  });

  route(app, calls.addressSearch, async ({ params, request }) => {
    const brand = await brandOf(context, request);
    return searchAddresses(db, geocode, {
      brandId: brand.id,
      text: params.text,
      here: locationOf(request),
      client: clientOf(request.ip),
    });
  });

  /** Returns a site of the request's brand, and subscribes a logged-in user to its changes. */
  async function ownSite(id: string, request: FastifyRequest) {
    const { brand, user } = await visitorOf(context, request);
    const siteId = idOf(id);
    const site = await siteOf(db, brand.id, siteId, locationOf(request), now());
    if (!site) throw notFound('SITE');
    if (user) await context.watched.watch(user.id, siteId);
    return site;
  }
}

/** Rounds to 9 decimals: PostgreSQL refuses numbers too close to zero. */
const decimal = (text: string | undefined) =>
  text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(Number(text).toFixed(9)) : undefined;

/** The header `User-Location`: `lat;lng;accuracy`. A place that isn't on Earth counts as absent. */
function locationOf(request: FastifyRequest): Place | undefined {
  const [lat, lng] = String(request.headers['user-location'] ?? '')
    .split(';')
    .map(decimal);
  return PlaceOnEarth.safeParse({ lat, lng }).data;
}
