/**
 * Times the site search with few and with 100,000 sites in the database, which is embedded or on
 * the server of `DATABASE_URL`. The first two pairs have the same number of results with few and
 * with many sites. Prints a line of JSON for each pair: `{what, responses, few, many}`, the number
 * of results with many sites and the median times in ms.
 */
import { calls } from '@shared/contract';
import { sql } from '../platform/database/orm.ts';
import { brands } from '../platform/database/schema.ts';
import { addManySites, type GeneratedSites } from './many-sites.ts';
import { callApi, startTestBackend } from './test-backend.ts';

const ROUNDS = 25;
const MANY = 100_000;
const here = { lat: -23.5616364, lng: -46.6561378 };
const inReach = (count: number): GeneratedSites => ({ count, around: here, radiusMetres: 9000 });
/** Sites in the middle of Brazil, none within 10 km of `here`. */
const elsewhere = (count: number): GeneratedSites => ({
  count,
  around: { lat: -10, lng: -52 },
  radiusMetres: 1_400_000,
});
const rareFilter = { plug: 'ccs2', speed: 'DC', free: true };

const pairs = [
  {
    what: '100 in reach, the rest elsewhere',
    few: [inReach(100)],
    many: [inReach(100), elsewhere(MANY - 100)],
  },
  { what: 'all in reach', few: [inReach(1000)], many: [inReach(MANY)] },
  {
    what: 'all in reach, by plug, current and free parking',
    few: [inReach(10_000)],
    many: [inReach(MANY)],
    filter: rareFilter,
  },
];

for (const { what, few, many, filter } of pairs) {
  const small = await startFilledBackend(few);
  const large = await startFilledBackend(many);
  const query = { ...here, dist: 10_000, ...filter };
  const times = { few: [] as number[], many: [] as number[] };
  let responses = 0;
  // Alternate, so that load on the machine affects both equally; the first round warms up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, backend] of [
      ['few', small],
      ['many', large],
    ] as const) {
      const startedAt = performance.now();
      responses = (await callApi(backend, calls.siteSearch, { query })).response?.length ?? 0;
      if (round > 0) times[name].push(performance.now() - startedAt);
    }
  console.log(JSON.stringify({ what, responses, few: median(times.few), many: median(times.many) }));
  await small.close();
  await large.close();
}

async function startFilledBackend(sizes: GeneratedSites[]) {
  const backend = await startTestBackend();
  const [brand] = await backend.context.db.select({ id: brands.id }).from(brands).orderBy(brands.id);
  for (const size of sizes) await addManySites(backend.context.db, { ...size, brandId: brand?.id });
  // The server would do so itself within a minute.
  await backend.context.db.execute(sql`analyze`);
  return backend;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
