/**
 * Starts the whole product for tests, once per worker: backend, database, site and simulated charge
 * points.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Action, FleetEntry, Snapshot } from '@e2e/chargers';
import { freePort } from '../start/ports.ts';
import { startChild, stopChild } from './child.ts';
import { connectManualCharger, type ManualCharger } from './manual-charger.ts';
import { test as base, expect } from './violations.ts';

export { expect };

export interface Product {
  url: string;
  /** A site with a fleet board. */
  fleetSiteId: string;
  /** Starts a simulated charge point that no other test uses. */
  newCharger: (behaviour?: FleetEntry['behaviour']) => Promise<Charger>;
  /** Connects a charge point that the test controls frame by frame. */
  newHandCharger: () => Promise<{ hand: ManualCharger; number: string }>;
}

interface Charger {
  id: string;
  /** `{code}-{connector}`, as printed beside the plug. */
  number: string;
  act: (action: Action) => Promise<Snapshot>;
  /** Returns its visible state. */
  look: () => Promise<Snapshot>;
}

/**
 * The site under test. With `SITE_DIR`, one build can be tested while the next is made in `dist`.
 */
export const DIST = process.env.SITE_DIR ?? resolve(import.meta.dirname, '../../dist');

/**
 * Starts backend and simulated charge points on free ports with their own database. Adds
 * `manySites` sites around Curitiba.
 */
export async function startProduct(
  options: { siteDir?: string; manySites?: number } = {},
): Promise<Product & { stop: () => Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'product-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const places = { DATA_DIR: join(home, 'database'), SITE_DIR: options.siteDir ?? DIST };
  const prepare = async (script: string, ...args: string[]) => {
    const [code] = await once(startChild(`e2e/backend/src/testing/${script}`, args, places), 'close');
    if (code !== 0) throw new Error(`${script} failed`);
  };
  if (options.manySites) await prepare('add-many-sites.ts', String(options.manySites));
  await prepare('make-fast.ts');
  const backend = startChild('e2e/backend/src/main.ts', [], {
    ...places,
    PORT: new URL(url).port,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    // Neither a NODE_ENV=production, set by a build in this process, nor a DATABASE_URL may make
    // this a production server.
    NODE_ENV: 'test',
    SANDBOX: '1',
  });
  await expect
    .poll(
      () =>
        fetch(`${url}/healthz`).then(
          (answer) => answer.ok,
          () => false,
        ),
      // Allow for slow CI machines.
      { timeout: 120_000 },
    )
    .toBe(true);
  const { promise: controlPort, resolve: hasPort } = Promise.withResolvers<number>();
  const chargers = startChild('e2e/chargers/src/main.ts', ['--backend', url], {}, (line) => {
    const { controlPort } = JSON.parse(line) as { controlPort?: number };
    if (controlPort) hasPort(controlPort);
  });
  const control = `http://127.0.0.1:${await controlPort}/charge-points`;
  const sites = await getJson<{ csId: number; csName: string }[]>(
    `${url}/v1/api/ChargerSitesSearch?lat=-23.56&lng=-46.66&dist=50000`,
  );
  const siteNamed = (word: string) => {
    const site = sites.find(({ csName }) => csName.includes(word));
    if (!site) throw new Error(`no site is named ${word}`);
    return String(site.csId);
  };
  const numberOf = async (id: string) => {
    let number = '';
    // The sandbox registers an unknown charge point when it boots.
    await expect
      .poll(async () => {
        const connectors = await getJson<
          { chargePointId: string; cpCode: string; cpStatus: string; connectorStatus: string }[]
        >(`${url}/v1/api/SiteConnectors/${siteNamed('Oficina')}`);
        const connector = connectors.find(({ chargePointId }) => chargePointId === id);
        number = `${connector?.cpCode}-1`;
        return [connector?.cpStatus, connector?.connectorStatus];
      })
      .toEqual(['Online', 'Available']);
    return number;
  };
  const newId = () => `TEST-${randomUUID().slice(0, 8).toUpperCase()}`;
  return {
    url,
    fleetSiteId: siteNamed('Frota'),
    newCharger: async (behaviour) => {
      const id = newId();
      const entry: FleetEntry = {
        id,
        connectors: [{ id: 1, maxPowerW: 22_000 }],
        configuration: { MeterValueSampleInterval: '2' },
        behaviour,
      };
      await postJson(control, [entry]);
      return {
        id,
        number: await numberOf(id),
        act: (action) => postJson<Snapshot>(`${control}/${id}`, action),
        look: () => getJson<Snapshot>(`${control}/${id}`),
      };
    },
    newHandCharger: async () => {
      const hand = await connectManualCharger(url, newId());
      return { hand, number: await numberOf(hand.id) };
    },
    stop: async () => {
      await stopChild(chargers);
      await stopChild(backend);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function readJson<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
const getJson = async <T>(url: string) => readJson<T>(await fetch(url, { headers: { 'X-Brand-ID': '1' } }));
const postJson = async <T>(url: string, body: unknown) =>
  readJson<T>(await fetch(url, { method: 'POST', body: JSON.stringify(body) }));

/** Playwright's `test` with a running product, whose address is the base URL. */
export const test = base.extend<object, { product: Product }>({
  product: [
    async ({ playwright: _ }, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});
