/** TanStack Query options for every read of the API. A screen never writes a URL or a query key. */
import {
  type CouponState,
  calls,
  type SiteConnector,
  type SiteSearch,
  type Transaction,
} from '@shared/contract';
import {
  type QueryClient,
  type QueryKey,
  type QueryKeyWithDataTag,
  queryOptions,
  skipToken,
  type UndefinedInitialDataOptions,
  type UnusedSkipTokenOptions,
} from '@tanstack/react-query';
import { type KnownConnector, lastReportOf, mergeConnector, stamp, statusReport } from './merge-connector.ts';
import { type AnyCall, type CallInput, type ResponseOf, request } from './request.ts';

/** A read of the API. Named, because declarations can't refer to the library's inferred types. */
type Read<T> = UnusedSkipTokenOptions<T> & QueryKeyWithDataTag<QueryKey, T>;
/** Data that is only written into the cache, never fetched. */
type Written<T> = UndefinedInitialDataOptions<T> & QueryKeyWithDataTag<QueryKey, T>;

/**
 * A read that merges its response with the cache.
 * @param merge receives the response and the `stamp` of its request
 */
function readMerged<C extends AnyCall, T>(
  call: C,
  input: Pick<CallInput<C>, 'path' | 'query'>,
  merge: (response: ResponseOf<C>, at: number, cache: QueryClient) => T,
): Read<T> {
  return queryOptions<T, Error, T, QueryKey>({
    queryKey: [call.path, input.path ?? {}, input.query ?? {}] as const,
    queryFn: async ({ client, signal }) => {
      const at = stamp();
      return merge(await request(call, { ...input, signal } as CallInput<C>), at, client);
    },
  });
}

const read = <C extends AnyCall>(call: C, input: Pick<CallInput<C>, 'path' | 'query'>): Read<ResponseOf<C>> =>
  readMerged(call, input, (response) => response);

function written<T>(...queryKey: QueryKey): Written<T> {
  return queryOptions<T, Error, T, QueryKey>({ queryKey, queryFn: skipToken });
}

/** Returns the call that a query makes; undefined for a query with a key of its own. */
export const callOf = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): AnyCall | undefined =>
  Object.values(calls).find((call) => call.method === 'GET' && call.path === path);

/** Reads a connector's status and merges it with what live events have reported meanwhile. */
const readConnector = (chargePointId: string, connectorId: string): Read<KnownConnector[]> =>
  readMerged(calls.connectorStatus, { path: { chargePointId, connectorId } }, ([reported], at, cache) => {
    const known = knownConnector(cache, chargePointId, connectorId);
    if (reported) return [mergeConnector(known, statusReport(reported, at))];
    return known && lastReportOf(known) > at ? [known] : [];
  });

const knownConnector = (cache: QueryClient, chargePointId: string, connectorId: string) =>
  cache.getQueryData(readConnector(chargePointId, connectorId).queryKey)?.[0];

/** Returns a site's connectors with each status that was reported after `at`. */
export const withReported = (list: SiteConnector[], at: number, cache: QueryClient): SiteConnector[] =>
  list.map((one) => {
    const known = knownConnector(cache, one.chargePointId, one.connectorId);
    if (!known || known.reportedAt <= at) return one;
    const { status: connectorStatus = one.connectorStatus, isConnected } = known;
    const cpStatus = isConnected ? 'Online' : 'Offline';
    return { ...one, connectorStatus, cpStatus: isConnected === undefined ? one.cpStatus : cpStatus };
  });

export const queries = {
  brand: (brandName: string) => read(calls.brand, { path: { brandName } }),
  file: (id: string): Read<ResponseOf<typeof calls.file>> => ({
    ...read(calls.file, { path: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  }),

  notificationSettings: () => read(calls.notificationSettings, {}),
  userProfile: () => read(calls.userProfile, {}),

  balance: () => read(calls.balance, { query: { wallet_type: 0 } }),
  paymentMethods: () => read(calls.paymentMethods, {}),
  paymentMethod: (id: string) => read(calls.paymentMethod, { path: { id } }),
  history: (days: number) => read(calls.history, { path: { days: String(days) } }),
  order: (id: string) => read(calls.order, { path: { id } }),
  userTransaction: (id: string) => read(calls.userTransaction, { path: { id } }),

  siteSearch: (search: SiteSearch) => read(calls.siteSearch, { query: search }),
  chargerSite: (id: string) => read(calls.chargerSite, { path: { id } }),
  siteConnectors: (id: string) => readMerged(calls.siteConnectors, { path: { id } }, withReported),
  addressSearch: (text: string) => read(calls.addressSearch, { path: { text } }),

  chargerId: (number: string) => read(calls.chargerId, { path: { number } }),
  connectorsOfCharger: (chargerId: string) => read(calls.connectorsOfCharger, { path: { chargerId } }),
  /** Cached as a list of one, like the response; live events are merged into it (`applyEvent`). */
  connectorStatus: readConnector,
  /**
   * Code of the newest failed start on a connector. Never fetched: live events write it, and a
   * start or the dismissal of the message sets it to null. Separate from `startAttempts`: that list
   * lacks failed starts by card, and a backend may not have it.
   */
  startError: (chargePointId: string, connectorId: string) =>
    written<string | null>('startError', chargePointId, connectorId),
  /** Charges that ended while the app was open, by transaction id. */
  endedCharges: () => written<Readonly<Record<string, Transaction>>>('endedCharges'),
  currentPrice: (chargePointId: string) => read(calls.currentPrice, { path: { chargePointId } }),
  startAttempts: () => read(calls.startAttempts, {}),
  activeRecharges: () => read(calls.activeRecharges, {}),

  vehicles: () => read(calls.vehicles, {}),
  vehicle: (uvId: string) => read(calls.vehicle, { path: { uvId } }),
  manufacturers: () => read(calls.manufacturers, {}),
  models: (manufacturerId: string) => read(calls.models, { query: { manufacturerid: manufacturerId } }),

  /** `siteId` marks the coupons that can be used at that site. */
  coupons: (status: CouponState, siteId?: string) =>
    read(calls.coupons, {
      query: { status, page: 1, pageSize: 1000, search: '', dcType: '', verifySiteId: siteId },
    }),

  siteBoard: (id: string) => read(calls.siteBoard, { path: { id } }),
  fleetPriority: (id: string) => read(calls.fleetPriority, { path: { id } }),
  siteReliability: (id: string) => read(calls.siteReliability, { path: { id } }),

  valetQueue: (csId: string) => read(calls.valetQueue, { path: { csId } }),
  valetConnectors: (csId: string) => read(calls.valetConnectors, { path: { csId } }),
} as const;
