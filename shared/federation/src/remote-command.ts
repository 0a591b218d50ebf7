/** `pnpm remote …`: creates, publishes, previews and rolls back remotes. */
import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { allowsPreviews } from './allows-previews.ts';
import { createRemote } from './create-remote.ts';
import { DIST, ROOT } from './preset.ts';
import { preview, publish, rollback } from './publish.ts';
import { readRegistry } from './registry.ts';

const HELP = `pnpm remote list                         the live, previous and other built versions
pnpm remote create <name> <path>         a new remote with one screen at a path below the brand
pnpm remote publish <name>               build it and make it live
pnpm remote rollback <name> [version]    make the previous version, or a given one, live again
pnpm remote preview <name>               build it and print a link that runs it in one browser only

--dist <folder>    the built site, if not dist/
--source <folder>  the remote's source, if not remotes/<name>
--site <address>   where the site is served, for the preview's link (http://localhost:3000)`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: DIST },
    source: { type: 'string' },
    site: { type: 'string', default: 'http://localhost:3000' },
  },
});
const [command, name = '', argument] = positionals;
const { dist, site, source } = values;

async function list() {
  for (const { name, live, previous } of (await readRegistry(dist)).remotes) {
    const built = (await readdir(`${dist}/remotes/${name}`)).filter((entry) => /^\d/.test(entry));
    const others = built.filter((version) => version !== live.version && version !== previous?.version);
    console.log(`${name.padEnd(12)} live ${live.version}${previous ? `, previous ${previous.version}` : ''}`);
    if (others.length) console.log(`${' '.repeat(13)}also ${others.join(', ')}`);
  }
}

const commands: Record<string, () => Promise<void>> = {
  list,
  async create() {
    await createRemote(name, argument ?? '', `${ROOT}remotes/${name}`);
    console.log(`Created remotes/${name}. Next: pnpm install, then pnpm remote publish ${name}`);
  },
  async publish() {
    const { live, previous } = await publish(name, dist, source);
    console.log(`${name} ${live.version} is live${previous ? `; previous: ${previous.version}` : ''}`);
  },
  async rollback() {
    const { live } = await rollback(name, dist, argument);
    console.log(`${name} ${live.version} is live again`);
  },
  async preview() {
    console.log(`${site}/?preview=${await preview(name, dist, source)}`);
    const allowed = await allowsPreviews(site);
    if (allowed === undefined)
      console.warn(`${site} didn't respond, so it is unknown whether it allows previews`);
    if (allowed === false)
      console.warn(`${site} does not allow previews: its config.json needs "preview": true`);
  },
};

const run = command === undefined ? undefined : commands[command];
if (!run || (command !== 'list' && !name)) {
  console.log(HELP);
  process.exitCode = command === undefined ? 0 : 1;
} else {
  await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
