/** Runs one seed. */
import { SharedDatabase } from './database.ts';
// Loaded before a run: when a script arrives isn't simulated.
import '../../../shared/client/src/send.ts';
import { driveAll } from './drivers.ts';
import { type Fault, planFaults, runFaults } from './faults.ts';
import { checkAlways, checkFinally, isQuiet } from './invariants.ts';
import { EPOCH, Kernel } from './kernel.ts';
import { createWorld, meteredCharges, Violation, type World } from './world.ts';

const HOUR_MS = 3_600_000;
/** Longer than a Pix code is valid, and than a charge may be open on a free connector. */
const QUIET_MS = 50 * 60_000;
/** Longest time that drivers need to leave. */
const LEAVE_MS = 20 * 60_000;
/** The invariants are checked after this many writes, as each check has a dozen statements. */
const CHECK_EVERY = 50;

export interface Options {
  seed: number;
  hours: number;
  /** From this step on the invariants are checked after every step that wrote, not only now and then. */
  checksFrom?: number;
  /** Indexes of the only faults to inject; all by default. */
  faults?: ReadonlySet<number>;
}

export interface Result {
  seed: number;
  hours: number;
  steps: number;
  queries: number;
  charges: number;
  faults: Fault[];
  events: readonly string[];
  /** Until this step all checks found nothing. */
  goodUntil: number;
  /** What went wrong, if anything. */
  problem: string | undefined;
}

export async function runSeed({
  seed,
  hours,
  checksFrom = Number.POSITIVE_INFINITY,
  faults,
}: Options): Promise<Result> {
  const kernel = new Kernel(seed);
  const database = await SharedDatabase.open(kernel);
  let world: World | undefined;
  let planned: Fault[] = [];
  let goodUntil = 0;
  const problem = await simulate().catch((error: unknown) => {
    if (error instanceof Violation) return error.message;
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  });
  kernel.end();
  await database.client.close();
  return {
    seed,
    hours,
    steps: kernel.steps,
    queries: database.queries,
    charges: world ? meteredCharges(world).length : 0,
    faults: planned,
    events: kernel.events,
    goodUntil,
    problem,
  };

  async function simulate(): Promise<string | undefined> {
    const created = await createWorld(kernel, database);
    world = created;
    const { places } = created;
    let checkedAt = 0;
    kernel.afterStep = async () => {
      if (kernel.problem) throw kernel.problem;
      if (database.writes < checkedAt + (kernel.steps >= checksFrom ? 1 : CHECK_EVERY)) return;
      checkedAt = database.writes;
      await checkAlways(created);
      goodUntil = kernel.steps;
    };
    for (const { owner, chargePoint } of places) kernel.as(owner, () => chargePoint.start());
    const until = EPOCH + hours * HOUR_MS;
    planned = planFaults(created, hours * HOUR_MS);
    const endFaults = runFaults(
      created,
      planned.filter(({ index }) => faults?.has(index) ?? true),
    );
    const drivers = driveAll(created);
    await kernel.run(until);
    kernel.log('run', 'all faults are lifted, and the drivers leave');
    created.isEnding = true;
    endFaults();
    created.provider.settleAll();
    let haveLeft = false;
    void drivers.then(() => {
      haveLeft = true;
    });
    await kernel.run(until + LEAVE_MS, () => haveLeft);
    if (!haveLeft) throw new Violation('every driver leaves, but some wait for a response');
    const quietBy = kernel.now + QUIET_MS;
    while (kernel.now < quietBy && !(await isQuiet(created))) await kernel.run(kernel.now + QUIET_MS / 10);
    await checkFinally(created);
    return undefined;
  }
}
