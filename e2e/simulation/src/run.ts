/** Runs one seed. */
import { type Mistake, SharedDatabase } from './database.ts';
// Loaded before a run: when a script arrives isn't simulated.
import '../../../shared/client/src/send.ts';
import { driveAll } from './drivers.ts';
import { type Fault, planFaults, runFaults } from './faults.ts';
import { checkAlways, checkFinally, isQuiet } from './invariants.ts';
import { EPOCH, Kernel } from './kernel.ts';
import { watchLines } from './lines.ts';
import { watchPower } from './power.ts';
import { createWorld, meteredCharges, Violation, type World } from './world.ts';

const HOUR_MS = 3_600_000;
/** Longer than a Pix code is valid, and than a charge may be open on a free connector. */
const QUIET_MS = 50 * 60_000;
/** Longest time that drivers need to leave. */
const LEAVE_MS = 20 * 60_000;
/** Longer than a notice takes from the payment provider, and its event from the database to a screen. */
const DELIVERY_MS = 20_000;
/** Simulated hours times charge points of a run. */
const CHARGE_POINT_HOURS = 6;
/** After this many statements the schedule of a run without `hours` ends: they are what costs CPU time. */
const MAX_QUERIES = 2500;
/** The invariants are checked after this many writes, as each check has a dozen statements. */
const CHECK_EVERY = 50;

export interface Options {
  seed: number;
  /** Length of the schedule of faults, in hours. By default it ends when many statements were sent, if that is earlier. */
  hours?: number;
  /** When the run ends, in hours, if earlier than its schedule. */
  until?: number;
  /** From this step on the invariants are checked after every step that wrote, not only now and then. */
  checksFrom?: number;
  /** Indexes of the only faults to inject; all by default. */
  faults?: ReadonlySet<number>;
  /** Index of a fault that also adds a cent to all wallets: a test's defect, which the run must find. */
  defect?: number;
  /** Without OCPP 2.0.1. */
  onlyOcpp16?: boolean;
  mistake?: Mistake;
  /** Called when all has ended, and no rule is broken. */
  atEnd?: (world: World) => Promise<void>;
}

export interface Result {
  seed: number;
  /** Simulated time. */
  hours: number;
  /** Length of the schedule of faults, in hours. */
  scheduledHours: number;
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
  until,
  checksFrom = Number.POSITIVE_INFINITY,
  faults,
  defect,
  onlyOcpp16 = false,
  mistake,
  atEnd,
}: Options): Promise<Result> {
  const client = await SharedDatabase.openClient();
  const kernel = new Kernel(seed);
  const database = new SharedDatabase(kernel, client, mistake);
  let world: World | undefined;
  let planned: Fault[] = [];
  let goodUntil = 0;
  let scheduledHours = 0;
  const problem = await simulate().catch((error: unknown) => {
    if (error instanceof Violation) return error.message;
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  });
  kernel.end();
  return {
    seed,
    hours: (kernel.now - EPOCH) / HOUR_MS,
    scheduledHours,
    steps: kernel.steps,
    queries: database.queries,
    charges: world ? meteredCharges(world).length : 0,
    faults: planned,
    events: kernel.events,
    goodUntil,
    problem,
  };

  async function simulate(): Promise<string | undefined> {
    const created = await createWorld(kernel, database, !onlyOcpp16);
    world = created;
    const { places } = created;
    let checkedAt = 0;
    const checkPower = watchPower(created);
    const checkLines = watchLines(created);
    kernel.afterStep = async () => {
      if (kernel.problem) throw kernel.problem;
      await checkPower();
      await checkLines();
      if (database.writes < checkedAt + (kernel.steps >= checksFrom ? 1 : CHECK_EVERY)) return;
      checkedAt = database.writes;
      await checkAlways(created);
      goodUntil = kernel.steps;
    };
    for (const { owner, chargePoint } of places) kernel.as(owner, () => chargePoint.start());
    scheduledHours = hours ?? Number((CHARGE_POINT_HOURS / places.length).toPrecision(2));
    const length = (until ?? scheduledHours) * HOUR_MS;
    const endsAt = EPOCH + length;
    planned = planFaults(created, scheduledHours * HOUR_MS);
    const injected = planned.filter(({ index, at }) => at < length && (faults?.has(index) ?? true));
    const endFaults = runFaults(created, injected);
    for (const { at, index } of injected) if (index === defect) addCents(created, at);
    const drivers = driveAll(created);
    await kernel.run(endsAt, () => hours === undefined && database.queries >= MAX_QUERIES);
    kernel.log('run', 'all faults are lifted, and the drivers leave');
    created.end();
    endFaults();
    created.provider.settleAll();
    let haveLeft = false;
    void drivers.then(() => {
      haveLeft = true;
    });
    await kernel.run(kernel.now + LEAVE_MS, () => haveLeft);
    if (!haveLeft) throw new Violation('every driver leaves, but some wait for a response');
    // Again, for top-ups that were on their way.
    created.provider.settleAll();
    const quietBy = kernel.now + QUIET_MS;
    while (kernel.now < quietBy && !(await isQuiet(created))) await kernel.run(kernel.now + QUIET_MS / 10);
    // The last notices and events are on their way.
    created.provider.endPayments();
    await kernel.run(kernel.now + DELIVERY_MS);
    await checkFinally(created);
    await atEnd?.(created);
    return undefined;
  }
}

function addCents({ kernel, database }: World, at: number): void {
  const add = () => {
    kernel.log('defect', 'adds a cent to all wallets');
    void database.client.query(`update ledger_accounts set cents = cents + 1 where kind = 'wallet'`);
  };
  kernel.after(at, add, { name: 'defect' });
}
