/** `pnpm remote …`: what a squad does with its remote. */
import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { allowsPreviews } from './allows-previews.ts';
import { createRemote } from './create-remote.ts';
import { DIST, ROOT } from './preset.ts';
import { preview, publish, rollback } from './publish.ts';
import { readRegistry } from './registry.ts';

const HELP = `pnpm remote list                         what is live, what was before, what else is built
pnpm remote create <name> <path>         a new remote with one screen at a path of the contract
pnpm remote publish <name>               build it and make it live
pnpm remote rollback <name> [version]    make the previous version live again, or any other
pnpm remote preview <name>               build it and print a link that runs it in one browser alone

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
    console.log(`${name.padEnd(12)} live ${live.version}${previous ? `, before ${previous.version}` : ''}`);
    if (others.length) console.log(`${' '.repeat(13)}also ${others.join(', ')}`);
  }
}

const commands: Record<string, () => Promise<void>> = {
  list,
  async create() {
    await createRemote(name, argument ?? '', `${ROOT}remotes/${name}`);
    console.log(`remotes/${name} is there. Next: pnpm install, then pnpm remote publish ${name}`);
  },
  async publish() {
    const { live, previous } = await publish(name, dist, source);
    console.log(`${name} ${live.version} is live${previous ? `; before: ${previous.version}` : ''}`);
  },
  async rollback() {
    const { live } = await rollback(name, dist, argument);
    console.log(`${name} ${live.version} is live again`);
  },
  async preview() {
    console.log(`${site}/?preview=${await preview(name, dist, source)}`);
    const allowed = await allowsPreviews(site);
    if (allowed === undefined)
      console.warn(`${site} didn't answer, so whether it allows previews is unknown`);
    if (allowed === false) console.warn(`${site} allows no previews: its config.json needs "preview": true`);
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
