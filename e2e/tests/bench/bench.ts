/**
 * `pnpm bench`: measures size, request chains and speed of the production build against baselines.
 * `pnpm bench <part>`: one part of that, such as `first-view` (see `PARTS`).
 * `pnpm bench history [charges]`: measures the cost of requests with many charges in the database.
 * `pnpm bench cluster`: measures the capacity of several instances, and the cost of connections and
 * messages.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { mapsFolder } from '@shared/federation';
import { Registry } from '@shared/registry';
import { ensureBrowser, launchOptions } from '../browser.ts';
import { startProduct } from '../product/start-product.ts';
import { type Loads, timeManyClients } from './boards.ts';
import { type Chart, writeCharts } from './charts.ts';
import { measureCluster } from './cluster.ts';
import { addComposition } from './composition.ts';
import { timeDevStart } from './dev-start.ts';
import { FEW_CHARGES, timeHistory } from './history.ts';
import { measureHour } from './hour.ts';
import { HTTP_VERSIONS, timeHttpVersions } from './http-versions.ts';
import { timeInteractions } from './interactions.ts';
import { timeBareEcho, timeOcppToScreen } from './live-path.ts';
import { timeMapFrames } from './map-frame.ts';
import {
  depthOfCode,
  isScript,
  LATENCY_ONLY,
  loadedTwice,
  loadHome,
  type PageLoad,
  SLOW_PHONE,
} from './page-load.ts';
import { buildPlainBundle, withPreloads } from './plain-bundle.ts';
import { countDroppedFrames } from './scrolling.ts';
import { timeSharedPage } from './shared-page.ts';
import { timeSiteSearch } from './site-search.ts';
import { addSizes } from './sizes-by-release.ts';
import { writeStaticPage } from './static-page.ts';
import { countTopUps } from './top-ups.ts';
import { countWakes } from './wakes.ts';

// Compress files as in production.
process.env.RECOMPRESS = '1';

const ROUNDS = Number(process.env.ROUNDS ?? 15);
/** Rounds of the slower measurements. */
const FEW_ROUNDS = Math.min(ROUNDS, 5);
const root = resolve(import.meta.dirname, '../../..');
const dist = `${root}/dist`;
const plain = `${root}/.cache/bench/plain`;
const preloaded = `${root}/.cache/bench/preloaded`;
const staticWebApp = `${root}/.cache/bench/static`;

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
const median = (values: number[]) => quantile(values, 0.5);
const print = (what: string, value: string, aim = '') =>
  console.log(`${what.padEnd(58)} ${value.padStart(12)}   ${aim}`);
const onDisk = (url: string) => `${dist}${new URL(url, 'http://site').pathname}`;

const charts: Chart[] = [];
/** How many times as long something takes at a large size as at a small one, or as in a bare server. */
const growth: { label: string; ratio: number }[] = [];

const LABELS = {
  federated: 'this app',
  bundle: 'the same as one bundle',
  bundleWithPreloads: 'the bundle with preload links',
  staticPage: 'a static page of the same cards',
};

let isBuilt = false;

/** Parts of `pnpm bench`, in order. */
const PARTS: Record<string, () => Promise<void>> = {
  'site-search': measureSiteSearch,
  clients: measureManyClients,
  'top-ups': measureTopUps,
  requests: () => withBrowser(measureFirstScreen),
  'first-view': () => withBrowser(compareWithPlain),
  interactions: () => withBrowser(measureInteractions),
  map: () => withBrowser(measureMap),
  battery: () => withBrowser(measureBattery),
  memory: () => withBrowser(measureMemory),
  'live-path': () => withBrowser(measureLivePath),
  http: () => withBrowser(measureHttpVersions),
  development: () => withBrowser(measureDevelopment),
};

const [part, size = '1000000'] = process.argv.slice(2);
if (part === 'history') await measureHistory(Number(size));
else if (part === 'cluster') await measureCluster();
else {
  const chosen = part === undefined ? Object.values(PARTS) : [PARTS[part]];
  for (const measure of chosen) {
    if (!measure) throw new Error(`There is no benchmark "${part}".`);
    await measure();
  }
}
if (growth.length > 0)
  charts.push({
    name: 'growth',
    title: 'What grows: 100,000 sites against few, and 1,000 clients against a bare server',
    unit: '×',
    rows: growth.map(({ label, ratio }) => ({ label, parts: [{ name: 'ratio', value: ratio }] })),
  });
if (charts.length > 0) {
  await writeCharts(`${root}/.cache/bench`, charts);
  console.log('\nCharts: .cache/bench/report.html');
}

/** Builds the web app once, and opens a browser for a measure. */
async function withBrowser(measure: (browser: Browser) => Promise<void>) {
  if (!isBuilt) {
    await ensureBrowser();
    const built = spawnSync(process.execPath, [`${root}/shared/federation/src/build.ts`], {
      stdio: 'inherit',
    });
    if (built.status !== 0) throw new Error('the build failed');
    isBuilt = true;
  }
  const browser = await chromium.launch(launchOptions());
  try {
    await measure(browser);
  } finally {
    await browser.close();
  }
}

async function measureHistory(charges: number) {
  const { costs, sizes } = await timeHistory(charges);
  const [many, few] = [charges, FEW_CHARGES].map((count) => count.toLocaleString('en'));
  console.log(`\nRequests with ${many} charges in the database against ${few}\n`);
  for (const { what, times, pages } of costs) {
    const figures = `aim ≤ 1.30×; ${times.many.toFixed(1)} ms, ${times.few.toFixed(1)} ms`;
    print(what, `${(times.many / times.few).toFixed(2)}×`, figures);
    print('  pages read', `${(pages.many / pages.few).toFixed(2)}×`, `${pages.many}, ${pages.few}`);
  }
  console.log('\nTables with their indexes\n');
  for (const { table, rows, bytes, indexBytes } of sizes) {
    const indexes = `indexes ${(indexBytes / rows).toFixed(0)}`;
    print(
      table,
      `${(bytes / rows).toFixed(0)} bytes`,
      `a row, ${indexes}; ${rows.toLocaleString('en')} rows`,
    );
  }
}

function databases() {
  const embedded = { name: 'embedded', url: '' };
  const url = process.env.DATABASE_URL;
  return url ? [embedded, { name: 'PostgreSQL', url }] : [embedded];
}

async function measureSiteSearch() {
  for (const { name, url } of databases()) {
    console.log(`\nSite search with 100,000 sites in the database against fewer, ${name}\n`);
    for (const { what, responses, few, many } of await timeSiteSearch(url)) {
      growth.push({ label: `${what}, ${name}`, ratio: many / few });
      print(
        what,
        `${(many / few).toFixed(2)}×`,
        `${responses} results: ${many.toFixed(1)} ms, ${few.toFixed(1)} ms`,
      );
    }
  }
}

async function measureManyClients() {
  for (const { name, url } of databases()) {
    const { boards, sockets } = await timeManyClients(url);
    console.log(
      `\n1,000 boards and 1,000 live sockets against a bare server that sends the same bytes, ${name}\n`,
    );
    printLoads('1,000 boards poll at once, until the last response', boards);
    // CPU time of a round, spread over the 30 s between two polls of a board.
    print('CPU share of one core with 1,000 boards', `${(boards.backend.cpuOfRound / 300).toFixed(1)} %`);
    growth.push(
      { label: `1,000 boards, CPU, ${name}`, ratio: boards.backend.cpuOfRound / boards.bare.cpuOfRound },
      { label: `1,000 sockets, CPU, ${name}`, ratio: sockets.backend.cpuOfRound / sockets.bare.cpuOfRound },
    );
    printLoads('a meter value until the last of 1,000 sockets has it', sockets);
    print('memory of the backend', `${Math.round(sockets.backend.memoryMb)} MB`);
  }
}
function printLoads(what: string, { backend, bare, bytes }: Loads) {
  const [backendMs, bareMs] = [median(backend.roundMs), median(bare.roundMs)];
  const figures = `${Math.round(backendMs)} ms, ${Math.round(bareMs)} ms; ${bytes} bytes each`;
  print(what, `${(backendMs / bareMs).toFixed(2)}×`, figures);
  const cpu = `${Math.round(backend.cpuOfRound)} ms, ${Math.round(bare.cpuOfRound)} ms`;
  print('  CPU time of the server', `${(backend.cpuOfRound / bare.cpuOfRound).toFixed(2)}×`, cpu);
}

async function measureTopUps() {
  console.log('\nTop-ups by card, 16 users at once, against a bare server with the same statements\n');
  for (const { name, url } of databases()) {
    const { ours, bare } = await countTopUps(url);
    const figures = `${ours.toFixed(0)} and ${bare.toFixed(0)} per second`;
    print(`top-ups per second, ${name}`, `${(ours / bare).toFixed(2)}×`, figures);
  }
}

/**
 * Fails the benchmark instead of a test, because other work on the machine makes the start slower.
 */
async function measureDevelopment(browser: Browser) {
  const seconds = (await timeDevStart(browser)) / 1000;
  console.log('\nDevelopment\n');
  print('pnpm dev, warm, until the first site card', `${seconds.toFixed(1)} s`, 'below 5 s');
  if (seconds < 5) return;
  console.error('pnpm dev takes 5 s or more to the first screen. Was the machine idle?');
  process.exitCode = 1;
}

async function measureFirstScreen(browser: Browser) {
  const product = await startProduct();
  try {
    const { files } = await loadHome(browser, `${product.url}/`, LATENCY_ONLY);
    const scripts = files.filter(isScript);
    console.log('\nRequests before the first site card, on a guest’s first visit\n');
    for (const { url, depth, bytes } of files)
      console.log(`  ${depth}  ${kilobytes(bytes).padStart(9)}  ${new URL(url).pathname}`);
    console.log();
    // Compressed here: the server may send Brotli, which is smaller.
    print(
      'JavaScript, gzip',
      kilobytes(sum(scripts.map(({ url }) => gzipSync(readFileSync(onDisk(url))).length))),
      'aim ≤ 150 KB',
    );
    print('JavaScript over the wire', kilobytes(sum(scripts.map(({ bytes }) => bytes))));
    print('request depth of the code', String(depthOfCode(files)), 'aim ≤ 2');
    print('request depth of everything', String(Math.max(...files.map(({ depth }) => depth))));
    print('bytes downloaded twice', String(sum(loadedTwice(files).map(({ bytes }) => bytes))), 'aim 0');

    const parts = new Map<string, number>();
    for (const { url } of scripts)
      addComposition(onDisk(url), `${mapsFolder()}${new URL(url).pathname}.map`, parts);
    console.log('\nWhat that JavaScript consists of, gzip\n');
    for (const [part, bytes] of [...parts].sort((a, b) => b[1] - a[1]))
      console.log(`  ${kilobytes(bytes).padStart(9)}  ${part}`);
    charts.push({
      name: 'sizes',
      title: 'JavaScript before the home, gzip, by release of the contract',
      unit: 'KB',
      rows: await addSizes(parts),
      aim: 150,
    });

    console.log('\nEntries of the remotes, gzip\n');
    const { remotes } = Registry.parse(JSON.parse(readFileSync(`${dist}/remotes.json`, 'utf8')));
    for (const { name, live } of remotes)
      print(name, kilobytes(gzipSync(readFileSync(onDisk(live.entry.url))).length), 'aim ≤ 13 KB');
  } finally {
    await product.stop();
  }
}

async function compareWithPlain(browser: Browser) {
  await buildPlainBundle(dist, plain);
  const shared = await timeSharedPage(dist, '/faisca/');
  const federated = await startProduct();
  const bundle = await startProduct({ webAppDir: plain });
  await withPreloads(plain, preloaded, (await loadHome(browser, `${bundle.url}/`, LATENCY_ONLY)).files);
  const bundleWithPreloads = await startProduct({ webAppDir: preloaded });
  await writeStaticPage(`${federated.url}/`, staticWebApp);
  const staticPage = await startProduct({ webAppDir: staticWebApp });
  const sites = { federated, bundle, bundleWithPreloads, staticPage };
  const names = Object.keys(sites) as (keyof typeof sites)[];
  const loads: Record<keyof typeof sites, PageLoad[]> = {
    federated: [],
    bundle: [],
    bundleWithPreloads: [],
    staticPage: [],
  };
  try {
    for (let round = 0; round <= ROUNDS; round++)
      for (const name of names) {
        const isApp = name !== 'staticPage';
        const load = await loadHome(browser, `${sites[name].url}/`, SLOW_PHONE, isApp);
        // The first round only warms up caches.
        if (round > 0) loads[name].push(load);
      }
  } finally {
    for (const name of names) await sites[name].stop();
  }
  console.log(
    `\nThe home at 1.6 Mbps, 150 ms and a quarter of the CPU, medians of ${ROUNDS} alternating rounds\n`,
  );
  const medianOf = (name: keyof typeof sites, measure: Exclude<keyof PageLoad, 'files'>) =>
    median(loads[name].map((load) => load[measure]));
  charts.push({
    name: 'first-view',
    title: 'The home on a slow phone: 1.6 Mbps, 150 ms, a quarter of the CPU',
    unit: 'ms',
    rows: names.map((name) => {
      const [text, card, interactive] = (['firstText', 'firstCard', 'interactive'] as const).map((phase) =>
        medianOf(name, phase),
      ) as [number, number, number];
      const first = Math.min(text, card);
      return {
        label: LABELS[name],
        parts: [
          { name: 'until the first text', value: first },
          { name: 'until the first card', value: Math.max(card - first, 0) },
          // A static page has no scripts.
          { name: 'until interactive', value: Math.max((interactive || card) - card, 0) },
        ],
      };
    }),
  });
  for (const name of names) {
    const times = loads[name].map(({ firstCard }) => firstCard);
    const range = `${Math.round(quantile(times, 0))}–${Math.round(quantile(times, 1))}`;
    print(`first card, ${name}`, `${Math.round(medianOf(name, 'firstCard'))} ms`, range);
  }
  for (const name of names) print(`first text, ${name}`, `${Math.round(medianOf(name, 'firstText'))} ms`);
  for (const name of names.slice(0, 3)) {
    print(`interactive, ${name}`, `${Math.round(medianOf(name, 'interactive'))} ms`);
    print(`total blocking time, ${name}`, `${Math.round(medianOf(name, 'blocking'))} ms`);
  }
  const ratio = (measure: 'firstCard' | 'interactive', other: keyof typeof sites) =>
    (medianOf('federated', measure) / medianOf(other, measure)).toFixed(2);
  print('first card against the one bundle', ratio('firstCard', 'bundle'), 'aim ≤ 0.60');
  print('first card against a static page of the same cards', ratio('firstCard', 'staticPage'), 'aim ≤ 1.50');
  print('interactive against the one bundle', ratio('interactive', 'bundle'), 'aim ≤ 0.85');
  print('interactive against the bundle with preload links', ratio('interactive', 'bundleWithPreloads'));
  print('total blocking time', `${Math.round(medianOf('federated', 'blocking'))} ms`, 'aim ≤ 50 ms');
  print('layout shifts', medianOf('federated', 'shifts').toFixed(3), 'aim 0');
  const { page, file } = shared;
  print('processor time of a shared page', `${page.toFixed(2)} ms`, 'aim ≤ 1.00 ms');
  print('  against a file of its size', `${(page / file).toFixed(2)}×`, 'aim ≤ 1.50');
}

async function measureInteractions(browser: Browser) {
  console.log('\nFrom an interaction to the next paint at a quarter of the CPU\n');
  for (const [screen, times] of await timeInteractions(FEW_ROUNDS))
    print(screen, `${median(times)} ms`, `aim ≤ 100 ms; slowest of each of ${times.length} visits`);
  const product = await startProduct();
  try {
    const { list, still } = await countDroppedFrames(browser, product, FEW_ROUNDS);
    print('frames dropped by 10,000 sites', String(list.dropped), `aim 0; of ${list.frames}`);
    print('frames dropped by a page without scripts', String(still.dropped), `of ${still.frames}`);
  } finally {
    await product.stop();
  }
}

async function measureMap() {
  const { ours, empty } = await timeMapFrames(FEW_ROUNDS);
  console.log('\nThe map’s first frame after pressing ‘Mapa’, on a slow phone\n');
  const [first, bare] = [median(ours), median(empty)];
  print('the map of the app', `${Math.round(first)} ms`);
  print('an empty map of the same library', `${Math.round(bare)} ms`);
  print('ratio', (first / bare).toFixed(2), 'aim ≤ 1.50');
}

async function measureBattery(browser: Browser) {
  const product = await startProduct();
  try {
    const { clock, report, hidden } = await countWakes(browser, product);
    console.log('\nHow often an open recharge screen wakes the CPU\n');
    print('wakes per second by its clock and heartbeat', clock.toFixed(1), 'aim ≤ 1.0');
    print('wakes per report of the charge point', report.toFixed(1));
    print('wakes per second while it is hidden', hidden.toFixed(1), 'aim ≤ 0.1, its heartbeat');
  } finally {
    await product.stop();
  }
}

async function measureMemory() {
  const { heap, nodes, listeners } = await measureHour();
  console.log('\nMemory growth of a phone over an hour of use\n');
  print(
    'JavaScript heap',
    `${(heap / 1e6).toFixed(1)} MB`,
    `aim ≤ 2 MB; ${nodes} nodes, ${listeners} listeners`,
  );
}

async function measureHttpVersions() {
  const delayMs = 75;
  const loss = 0.01;
  const times = await timeHttpVersions(ROUNDS, delayMs, loss);
  console.log(`\nThe home from Caddy at ${2 * delayMs} ms and ${100 * loss} % loss, until the first card\n`);
  if (!times) return console.log('not measured: needs Linux, root, caddy and socat');
  for (const version of HTTP_VERSIONS)
    print(
      version,
      `${Math.round(median(times[version]))} ms`,
      `90 %: ${Math.round(quantile(times[version], 0.9))} ms`,
    );
  print('HTTP/3 against HTTP/2', (median(times.h3) / median(times.h2)).toFixed(2));
}

async function measureLivePath(browser: Browser) {
  const product = await startProduct();
  try {
    const ocppTimes = await timeOcppToScreen(browser, product);
    const bare = await timeBareEcho(browser);
    console.log('\nFrom a frame to the figure on the screen\n');
    const printTimes = (what: string, times: number[]) =>
      print(what, `${median(times).toFixed(1)} ms`, `95 %: ${quantile(times, 0.95).toFixed(1)} ms`);
    printTimes('OCPP meter value → database → live stream → recharge screen', ocppTimes);
    printTimes('bare websocket → text in a page', bare);
    print('ratio of the medians', (median(ocppTimes) / median(bare)).toFixed(1));
  } finally {
    await product.stop();
  }
}
