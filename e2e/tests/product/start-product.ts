/** Starts the whole product for tests: backend, database, web app and simulated charge points. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Action, FleetEntry, Snapshot } from '@e2e/chargers';
import { expect } from '@playwright/test';
import { WAIT_MS } from '../../run/hang-limit.ts';
import { publishLine } from '../../run/last-lines.ts';
import { waitCanceller } from '../pages/cancel-waits.ts';
import { startChild, stopChild } from '../servers/child.ts';
import { connectManualCharger, type ManualCharger } from './manual-charger.ts';

export interface Product {
  url: string;
  /** A site with a fleet board. */
  fleetSiteId: string;
  /** Starts a simulated charge point that no other test uses. */
  newCharger: (
    behaviour?: FleetEntry['behaviour'],
    ocppVersion?: FleetEntry['ocppVersion'],
  ) => Promise<Charger>;
  /** Acts on a charge point of the demo. The test has to undo it. */
  act: (id: string, action: Action) => Promise<Snapshot>;
  /** Ends the charges and accepted starts that tests have left at their charge points. */
  endCharges: () => Promise<void>;
  /** Connects a `ManualCharger`. */
  newManualCharger: () => Promise<{ manualCharger: ManualCharger; number: string }>;
}

interface Charger {
  id: string;
  /** `{code}-{connector}`, as printed beside the plug. */
  number: string;
  act: (action: Action) => Promise<Snapshot>;
  /** Returns the charge point's state. */
  look: () => Promise<Snapshot>;
}

/**
 * The build under test. With `SITE_DIR`, one build can be tested while the next is made in `dist`.
 */
export const DIST = process.env.SITE_DIR ?? resolve(import.meta.dirname, '../../../dist');

/** Outside the test runner, assertions wait for 5 s only. */
const LONG_WAIT = { timeout: WAIT_MS };

/** In seconds. No journey reads guests' energy; their meters took half an idle backend's time. */
const GUEST_INTERVAL = '60';

/** A running backend. */
export interface Server {
  url: string;
  stop: () => Promise<void>;
}

/** A server of the journeys. */
export interface JourneyServer extends Server {
  /** Starts another backend in the same process, for the web app in a folder, and returns its URL. */
  serve: (webAppDir: string) => Promise<string>;
}

/** Starts a backend on a free port, with its own database. */
export async function startServer(webAppDir = DIST): Promise<JourneyServer> {
  const env = {
    SITE_DIR: webAppDir,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    // A NODE_ENV=production, set by a build in this process, mustn't make this a production server.
    NODE_ENV: 'test',
    SANDBOX: '1',
  };
  const [backend, url] = await startAndRead('url', 'e2e/backend/src/testing/serve-journeys.ts', [], env);
  return {
    url,
    stop: () => stopChild(backend),
    async serve(folder) {
      backend.send(folder);
      const hasEnded = once(backend, 'exit').then(() => Promise.reject(new Error('the backend has ended')));
      const [another] = await Promise.race([once(backend, 'message'), hasEnded]);
      return String(another);
    },
  };
}

/** Returns a function that returns the id of the site with a word in its name. */
export async function readSites(url: string): Promise<(word: string) => string> {
  const sites = await getJson<{ csId: number; csName: string }[]>(
    `${url}/v1/api/ChargerSitesSearch?lat=-23.56&lng=-46.66&dist=50000`,
  );
  return (word) => {
    const site = sites.find(({ csName }) => csName.includes(word));
    if (!site) throw new Error(`no site is named ${word}`);
    return String(site.csId);
  };
}

/**
 * Starts the product.
 * @param server a running backend; without one, a backend is started
 * @param hasDemo whether the demo's simulated charge points connect to it
 */
export async function startProduct({
  webAppDir,
  server,
  hasDemo = !server,
}: {
  webAppDir?: string;
  server?: Server;
  hasDemo?: boolean;
} = {}): Promise<Product & { stop: () => Promise<void> }> {
  const backend = server ?? (await startServer(webAppDir));
  const { url } = backend;
  const list = writeList(hasDemo ? await demoChargePoints(url) : []);
  const fleet = ['--backend', url, '--list', list];
  const [chargers, controlPort] = await startAndRead('controlPort', 'e2e/chargers/src/main.ts', fleet, {});
  const control = `http://127.0.0.1:${controlPort}/charge-points`;
  const siteNamed = await readSites(url);
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
      }, LONG_WAIT)
      .toEqual(['Online', 'Available']);
    return number;
  };
  const used: string[] = [];
  const cancelWaits = waitCanceller(url);
  const act = (id: string, action: Action) => postJson<Snapshot>(`${control}/${id}`, action);
  const look = (id: string) => getJson<Snapshot>(`${control}/${id}`);
  /** Ends a charge point's charge or accepted start with a fault, which prevents new charges. */
  const endCharge = async (id: string) => {
    const { online } = await act(id, { action: 'fault', connectorId: 1, errorCode: 'OtherError' });
    if (!online) await act(id, { action: 'online' });
    await expect.poll(async () => (await look(id)).unsent, `messages of ${id} to deliver`).toBe(0);
  };
  const newId = () => `TEST-${randomUUID().slice(0, 8).toUpperCase()}`;
  return {
    url,
    fleetSiteId: siteNamed('Frota'),
    newCharger: async (behaviour, ocppVersion = '1.6') => {
      const id = newId();
      const entry: FleetEntry = {
        id,
        ocppVersion,
        connectors: [{ id: 1, maxPowerW: 22_000 }],
        configuration: { MeterValueSampleInterval: '2' },
        // On a slow machine, a test may plug the car in late. Energy that is drawn at once neither takes
        // time to wait for nor ends a long test's charge, as a fast meter would.
        behaviour: { waitForCar: 3_600, energyAtBegin: 2_000, ...behaviour },
      };
      await postJson(control, [entry]);
      used.push(id);
      return {
        id,
        number: await numberOf(id),
        act: (action) => act(id, action),
        look: () => look(id),
      };
    },
    act: async (id, action) => {
      // The program adds the demo's charge points one after the other.
      await expect.poll(async () => (await fetch(`${control}/${id}`)).status, LONG_WAIT).toBe(200);
      return act(id, action);
    },
    endCharges: async () => {
      const ids = used.splice(0);
      const looks = await Promise.all(ids.map(look));
      await cancelWaits(ids.filter((_, index) => !looks[index]?.connectors[0]?.charging));
      await Promise.all(ids.map(endCharge));
    },
    newManualCharger: async () => {
      const manualCharger = await connectManualCharger(url, newId());
      return { manualCharger, number: await numberOf(manualCharger.id) };
    },
    stop: async () => {
      await Promise.all([stopChild(chargers), backend.stop()]);
    },
  };
}

/**
 * Starts a program, and returns the value of `key` from the line of JSON that it prints when it is
 * ready. A failed test prints its last lines.
 */
export async function startAndRead(key: string, script: string, args: string[], env: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let isReady = false;
  const child = startChild(script, args, env, (line) => {
    publishLine(line);
    if (isReady) return;
    const { [key]: value } = JSON.parse(line) as Record<string, string | number>;
    if (value === undefined) return;
    isReady = true;
    resolve(String(value));
  });
  child.once('exit', (code) => reject(new Error(`${script} exited with ${code}`)));
  return [child, await promise] as const;
}

/**
 * Returns the demo's charge points. Guests' charges, but not the fleet's, report their meters less
 * often.
 */
async function demoChargePoints(url: string): Promise<FleetEntry[]> {
  const entries = await getJson<FleetEntry[]>(`${url}/sandbox/api/charge-points`);
  return entries.map((entry) =>
    entry.connectors.some(({ visitors }) => visitors?.idTag.startsWith('VISITA-'))
      ? { ...entry, configuration: { ...entry.configuration, MeterValueSampleInterval: GUEST_INTERVAL } }
      : entry,
  );
}

/** Returns the path of a file that lists these charge points. */
function writeList(entries: FleetEntry[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'fleet-')), 'charge-points.json');
  writeFileSync(path, JSON.stringify(entries));
  return path;
}

async function readJson<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
const getJson = async <T>(url: string) => readJson<T>(await fetch(url, { headers: { 'X-Brand-ID': '1' } }));
const postJson = async <T>(url: string, body: unknown) =>
  readJson<T>(await fetch(url, { method: 'POST', body: JSON.stringify(body) }));
