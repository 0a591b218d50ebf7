/** Calls that a guest makes. */
import {
  CHARGER_NOT_FOUND,
  type ChargerSite,
  imageUrl,
  openingHours,
  type SiteConnector,
} from '@shared/contract';
import { type Inspector, UNKNOWN, UNKNOWN_ID } from './inspector.ts';

export interface PublicOptions {
  brand: string;
  /** Position to search for sites. */
  near: { lat: number; lng: number };
}

/** Data from the responses that later checks need. */
export interface Found {
  appId: string | undefined;
  sites: readonly ChargerSite[];
}

const SEARCH_METRES = 50_000;
/** Maximum number of sites that are searched for a connector. */
const MAX_SITES = 10;

export async function checkPublicCalls(check: Inspector, { brand, near }: PublicOptions): Promise<Found> {
  const record = await check.call('brand', { path: { brandName: brand } });
  if (record?.appId) check.setBrand(record.appId);
  await check.refusal('brand', 'for an unknown brand', { path: { brandName: UNKNOWN } }, [404]);
  await check.refusal('file', 'for an unknown file', { path: { id: UNKNOWN_ID } }, [404]);

  const search = { ...near, dist: SEARCH_METRES };
  const sites = (await check.call('siteSearch', { query: search })) ?? [];
  const free = await check.call('siteSearch', { query: { ...search, free: true } });
  for (const site of free ?? [])
    check.expectValue('siteSearch', 'body[].csFreeParking with free=true', site.csFreeParking, true);
  await check.call('siteSearch', { query: { ...search, plug: 'type2' } });
  await check.call('siteSearch', { query: { ...search, speed: 'DC' } });
  await checkImage(check, [record?.appLogoFileId, ...sites.map(({ csLogoFileId }) => csLogoFileId)]);

  await check.refusal('chargerSite', 'for an unknown site', { path: { id: UNKNOWN_ID } }, [404]);
  if (sites.length === 0)
    for (const name of SITE_CALLS) check.report.skipped(name, 'no site was found; try --near');
  await checkConnector(check, await checkSites(check, sites.slice(0, MAX_SITES)));
  await check.call('addressSearch', { path: { text: 'Avenida Paulista' } });
  return { appId: record?.appId, sites };
}

const SITE_CALLS = [
  'chargerSite',
  'siteConnectors',
  'siteBoard',
  'siteReliability',
  'fleetPriority',
] as const;
const CONNECTOR_CALLS = ['connectorsOfCharger', 'connectorStatus', 'currentPrice'] as const;

async function checkImage(check: Inspector, ids: readonly (string | undefined)[]): Promise<void> {
  const id = ids.find((one) => one !== undefined);
  if (id === undefined) return check.report.skipped('file', 'neither the brand nor a site has an image');
  const data = (await check.call('file', { path: { id } }))?.fileData;
  if (data !== undefined)
    check.expect('file', imageUrl(data) !== undefined, 'body.fileData', 'an image in base64', data);
}

/** Checks the first site, and returns a connector of the first site that has any. */
async function checkSites(
  check: Inspector,
  sites: readonly ChargerSite[],
): Promise<SiteConnector | undefined> {
  const [first] = sites;
  if (!first) return undefined;
  const path = { id: first.csId };
  const site = await check.call('chargerSite', { path });
  if (site) {
    const { csId, csAvailability } = site;
    check.expectValue('chargerSite', 'body.csId', csId, first.csId, 'the requested id');
    const isReadable = csAvailability === undefined || openingHours(csAvailability) !== undefined;
    check.expect('chargerSite', isReadable, 'body.csAvailability', 'seven days from Sunday', csAvailability);
  }
  await check.call('siteBoard', { path });
  await check.call('siteReliability', { path });
  await check.call('fleetPriority', { path });
  for (const { csId } of sites) {
    const [connector] = (await check.call('siteConnectors', { path: { id: csId } })) ?? [];
    if (connector) return connector;
  }
  return undefined;
}

async function checkConnector(check: Inspector, connector: SiteConnector | undefined): Promise<void> {
  const unknown = await check.call('chargerId', { path: { number: '999999999-9' } });
  const place = 'body.chargerId for an unknown number';
  if (unknown) check.expectValue('chargerId', place, unknown.chargerId, CHARGER_NOT_FOUND);
  if (!connector) {
    for (const name of CONNECTOR_CALLS) check.report.skipped(name, 'no site with a connector was found');
    return;
  }
  const { chargePointId, connectorId, cpCode } = connector;
  await check.call('currentPrice', { path: { chargePointId } });
  const [live] = (await check.call('connectorStatus', { path: { chargePointId, connectorId } })) ?? [];
  const isThis = live?.chargePointId === chargePointId && live.connectorId === connectorId;
  if (live) check.expect('connectorStatus', isThis, 'body[0]', 'the requested connector', live);
  if (cpCode === undefined) return check.report.skipped('connectorsOfCharger', 'the connector has no cpCode');
  const number = await check.call('chargerId', { path: { number: `${cpCode}-${connectorId}` } });
  if (number) await check.call('connectorsOfCharger', { path: { chargerId: number.chargerId } });
}
