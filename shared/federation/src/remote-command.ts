/** `pnpm remote …`: creates, publishes, previews and rolls back remotes. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { orExit, WrongArguments } from '@shared/command-line';
import { CONTRACT_VERSION } from '@shared/contract';
import type { RegistryEntry, RemoteVersion } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { describeShare, entryOf } from '@shared/registry/changes';
import { rangeOf } from '@shared/registry/contract-range';
import { checkShell } from './api/check-shell.ts';
import { describeUpdate, release, updateReports } from './api/contract-version.ts';
import { explainStack, readStack } from './build/explain-stack.ts';
import { mapsFolder } from './build/source-maps.ts';
import { createOutside, updateOutside } from './create/create-outside.ts';
import { createRemote } from './create/create-remote.ts';
import { developInShell } from './dev/develop-in-shell.ts';
import { addForeignVersion } from './foreign/foreign-version.ts';
import { checkSource, isCheck } from './publish/check-source.ts';
import { prune } from './publish/prune.ts';
import { preview, publish } from './publish/publish.ts';
import { servedConfig, servedWithdrawn } from './publish/served-web-app.ts';
import { promote, remove, rollback } from './publish/switch-version.ts';
import { changeRegistry, currentUser } from './registry/change-registry.ts';
import { endedVersions, undo, undoRemoval } from './registry/describe-change.ts';
import { list } from './registry/list.ts';
import { shareOf } from './registry/share.ts';
import { createKeys, privateKeyFrom } from './registry/signing.ts';
import { reinstate, watch, withdraw } from './registry/withdraw.ts';
import { originOf, previewLink } from './urls.ts';
import { assertRemoteSource, DIST, IN_WORKSPACE, ROOT, shellPort } from './workspace.ts';

const HELP = `pnpm remote list                         live, previous, candidate and other versions, and the last change
pnpm remote create <name> <path>         a new remote with one screen at a path below the brand
            --outside <folder>           in a repository of its own
pnpm remote update <folder>              bring this product's packages to a remote's own repository
pnpm remote publish <name>               check it, build it and make it live
            --traffic <percent>          let only this share of the browsers run it, as the candidate
            --brand <slug>, --site <id>, --accounts <group>, --screen-share <percent>
                                         aim the candidate: browsers run it only where all given rules hold. A
                                         repeated rule holds for any of its values
pnpm remote register <URL> --name <name> check a remote that other tools built, by its mf-manifest.json, ES module
                                         or script, and make it live
            --screen <path>[=<module>]   a screen and the exposed component that renders it, as often as needed
            --fill <slot>[=<module>]     a slot that it fills; without modules, the container's ./remote has both
            --team <team> --contact <contact>, --title <title>, --access login|home
            --contract <range>           contract versions that it runs with, if not those of this major version
            --global <variable>          of a script without a manifest
            --preview, and the options of \`publish\` that make it a candidate
pnpm remote promote <name> [version]     make the candidate, or a given version, live
            --traffic, --brand …         let this share of the browsers run it instead
pnpm remote rollback <name> [version]    remove the candidate, else make the previous version, or a
                                         given one, live again
pnpm remote remove <name>                take it off the web app
pnpm remote withdraw <name> <version>    let no browser run a version; they fall back to another one
            --reason <text>
pnpm remote reinstate <name> <version>   let browsers run a withdrawn version again
pnpm remote preview <name>               check it, build it and print a link that runs it in one browser only
pnpm remote dev <name> --shell <url>     run the local source inside a deployed shell, with Fast Refresh
pnpm remote prune                        remove versions that no registry of the last 30 days named
            --days <number> --dry-run
pnpm remote check-shell                  check that a new shell breaks no remote of the web app
pnpm remote api [--release]              update the API reports and the contract's version
pnpm remote watch --counts <url>         withdraw versions that fail more often than their predecessor, based
            --every <seconds>            on the counts from this URL
pnpm remote explain [stack]              translate a stack of the built web app with source maps; from a file, text or stdin
pnpm remote keys <file>                  create a key pair for signed registries
pnpm remote sign                         sign the registry with the key of REMOTES_PRIVATE_KEY

--dist <folder>    the built web app, if not dist/
--source <folder>  the remote's source, if not remotes/<name>
--web-app <url>    the running web app, for preview links, its brands and its server's withdrawals, if not
                   http://localhost:$PORT (3000)
--take-over        publish, preview or register over a remote of another team
--as <who>         author in the history of the registry, if not git's user
--skip <checks>    publish or preview without checks of types, tests or the backend's calls, such as types,tests; the
                   history records it`;

const { positionals, values } = await orExit(HELP, () =>
  parseArgs({
    allowPositionals: true,
    options: {
      dist: { type: 'string', default: DIST },
      source: { type: 'string' },
      outside: { type: 'string' },
      shell: { type: 'string', default: '' },
      release: { type: 'boolean', default: false },
      'web-app': { type: 'string', default: `http://localhost:${shellPort()}` },
      site: { type: 'string', multiple: true, default: [] },
      brand: { type: 'string', multiple: true, default: [] },
      accounts: { type: 'string', multiple: true, default: [] },
      'screen-share': { type: 'string' },
      traffic: { type: 'string' },
      name: { type: 'string', default: '' },
      screen: { type: 'string', multiple: true, default: [] },
      fill: { type: 'string', multiple: true, default: [] },
      title: { type: 'string' },
      access: { type: 'string' },
      team: { type: 'string' },
      contact: { type: 'string' },
      contract: { type: 'string', default: rangeOf(CONTRACT_VERSION) },
      global: { type: 'string' },
      preview: { type: 'boolean', default: false },
      'take-over': { type: 'boolean', default: false },
      as: { type: 'string' },
      skip: { type: 'string', default: '' },
      reason: { type: 'string', default: '' },
      days: { type: 'string', default: '30' },
      counts: { type: 'string' },
      every: { type: 'string', default: '60' },
      'dry-run': { type: 'boolean', default: false },
    },
  }),
);
const [command, name = '', argument] = positionals;
const { 'take-over': takeOver } = values;
const webApp = await orExit(HELP, async () => originOf('--web-app', values['web-app']));
const dist = resolve(values.dist);
/** Folder of the remote: the current one in another repository. */
const source = resolve(values.source || (IN_WORKSPACE ? `${ROOT}remotes/${name}` : '.'));
const who = values.as ?? currentUser();

function numberOf(option: 'traffic' | 'days' | 'every', min: number, max: number): number {
  const number = Number(values[option]);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`--${option} must be a whole number from ${min} to ${max}`);
}
function versionOf(given: string | undefined): string {
  if (!given) throw new Error('Give the version as well: `pnpm remote list` has them');
  return given;
}
const share = () => shareOf(values.traffic === undefined ? undefined : numberOf('traffic', 1, 99), values);

/** Checks the source. Returns the author and the skipped checks, for the history. */
async function checkedAuthor() {
  const skipped = values.skip.split(',').filter(isCheck);
  if (skipped.join() !== values.skip)
    throw new Error('--skip lists types, tests and calls, such as types,tests');
  assertRemoteSource(source);
  // Throws if there is no web app.
  await readRegistry(dist);
  // Logs to stderr, because the output of `preview` is only its link.
  await checkSource(source, skipped, console.error);
  return skipped.length > 0 ? { who, skipped } : { who };
}

/** Prints what has changed, also of other remotes, and how to undo it. */
async function printChange(change: () => Promise<RegistryEntry>, verb: string, remote = name) {
  const registry = await readRegistry(dist);
  const before = entryOf(registry, remote);
  const after = await change();
  const { live, previous, candidate } = after;
  console.log(
    [
      `${remote} ${live.version} ${verb}`,
      ...(previous ? [`previous: ${previous.version}`] : []),
      ...(candidate ? [`candidate: ${candidate.release.version} for ${describeShare(candidate)}`] : []),
    ].join('; '),
  );
  const others = registry.remotes.filter(({ name }) => name !== remote);
  for (const line of endedVersions(others, (await readRegistry(dist)).remotes)) console.log(line);
  console.log(`Undo: ${undo(before, after).join(' && ') || 'not needed, nothing has changed'}`);
}

/** Prints to stderr, because programs read the output of some commands. */
const printUndo = (how: string) => console.warn(`Undo: ${how}`);

async function printPreview(previewed: string, { version, screens }: RemoteVersion) {
  console.log(previewLink(webApp, `${previewed}@${version}`, screens));
  const config = await servedConfig(webApp);
  if (!config)
    console.warn(
      `${webApp} didn't respond, so it is unknown whether it allows previews. Start it, or name the running one with --web-app`,
    );
  else if (config.preview !== true)
    console.warn(`${webApp} does not allow previews: its config.json needs "preview": true`);
  printUndo('nothing is live; `pnpm remote prune` removes the files after 30 days');
}

const commands: Record<string, () => Promise<void>> = {
  async list() {
    const served = await servedWithdrawn(webApp);
    console.log((await list(dist, served)).join('\n'));
    if (!served) console.warn(`${webApp} didn't respond, so it is unknown what its server has withdrawn`);
  },
  async explain() {
    console.log(await explainStack(await readStack(name), mapsFolder()));
  },
  async create() {
    if (values.outside !== undefined) {
      await createOutside(name, argument ?? '', values.outside);
      console.log(`Created ${values.outside}. Next: pnpm install there, then read its README.md`);
      return printUndo('delete the folder');
    }
    if (!IN_WORKSPACE) throw new Error("only the product's workspace can create a remote");
    await createRemote(name, argument ?? '', source);
    const created = values.source ? source : `remotes/${name}`;
    console.log(`Created ${created}. Next: pnpm install, then pnpm remote publish ${name}`);
    printUndo('delete the folder');
  },
  async update() {
    if (!IN_WORKSPACE) throw new Error("only the product's workspace can update a remote");
    await updateOutside(name);
    console.log(`Updated the packages of ${name}. Next: pnpm install there, then pnpm test`);
    printUndo('git restore packages package.json pnpm-workspace.yaml pnpm-lock.yaml, in that folder');
  },
  async publish() {
    const options = { folder: source, webApp, share: share(), author: await checkedAuthor() };
    await printChange(() => publish(name, dist, { ...options, takeOver }), 'is live');
  },
  async register() {
    const { team, contact, name: registered } = values;
    if (!registered) throw new Error('--name must name the remote, such as --name offers');
    if (!team || !contact) throw new Error('--team and --contact name who is responsible for its failures');
    const { screen: screens, fill: fills, title, access, contract, global } = values;
    const remote = { name: registered, url: name, screens, fills, title, access, contract, global };
    const add = () => addForeignVersion({ ...remote, owner: { team, contact } }, dist, webApp);
    if (values.preview)
      return printPreview(registered, await preview(registered, dist, { add, webApp, takeOver }));
    const options = { add, webApp, share: share(), takeOver, author: { who } };
    await printChange(() => publish(registered, dist, options), 'is live', registered);
  },
  async api() {
    if (values.release) console.log(`The contract ${await release()} is released`);
    else console.log(describeUpdate(await updateReports()).join('\n'));
    printUndo('git restore shared/federation/api shared/contract/src/contract-version.ts');
  },
  async 'check-shell'() {
    console.log((await checkShell(dist)).join('\n'));
  },
  async promote() {
    const served = await servedWithdrawn(webApp);
    const options = { version: argument, share: share(), who, served };
    await printChange(() => promote(name, dist, options), 'is live');
  },
  async rollback() {
    const served = await servedWithdrawn(webApp);
    await printChange(() => rollback(name, dist, argument, { who, served }), 'is live again');
  },
  async remove() {
    const before = await remove(name, dist, who);
    console.log(
      `${name} is no longer part of the web app; \`pnpm remote prune\` removes its files after 30 days`,
    );
    const steps = before ? undoRemoval(before) : [`pnpm remote promote ${name} <version>`];
    console.log(`Undo: ${steps.join(' && ')}`);
  },
  async withdraw() {
    if (!values.reason) throw new Error("--reason must say why, for the remote's team");
    await withdraw(name, versionOf(argument), values.reason, dist, who);
    console.log(`${name} ${argument} is withdrawn`);
    printUndo(`pnpm remote reinstate ${name} ${argument}`);
  },
  async reinstate() {
    await reinstate(name, versionOf(argument), dist, who);
    console.log(`${name} ${argument} is no longer withdrawn`);
    printUndo('not possible, but `pnpm remote watch` withdraws it again if it keeps failing');
  },
  async preview() {
    await checkedAuthor();
    await printPreview(name, await preview(name, dist, { folder: source, webApp, takeOver }));
  },
  dev: () => developInShell(name, values.shell, source),
  async prune() {
    const dryRun = values['dry-run'];
    const removed = await prune(dist, { days: numberOf('days', 1, 3650), dryRun });
    for (const path of removed) console.log(`${dryRun ? 'would remove' : 'removed'} ${path}`);
    console.log(removed.length === 0 ? 'nothing to remove' : `${removed.length} in all`);
    if (removed.length > 0 && !dryRun) printUndo('not possible, but the same source builds the same version');
  },
  async watch() {
    const { counts: url } = values;
    if (!url || !URL.canParse(url))
      throw new Error('--counts must be the URL of the counts, such as https://counts.example/remotes');
    await readRegistry(dist);
    console.log(`Watching the versions in ${dist} by ${url} until Ctrl+C`);
    const options = { dist, url, token: process.env.REMOTE_COUNTS_TOKEN, print: console.log };
    await watch({ ...options, everyMs: numberOf('every', 1, 86_400) * 1000 }, new AbortController().signal);
  },
  async keys() {
    const { publicKey, privateKey } = createKeys();
    // `wx`: never overwrites a key.
    await writeFile(name, privateKey, { flag: 'wx', mode: 0o600 });
    console.log(`${name} has the private key: keep it secret, and set REMOTES_PRIVATE_KEY_FILE to it.`);
    console.log(`Build the shell with REMOTES_PUBLIC_KEY=${publicKey}`);
    printUndo(`delete ${name}`);
  },
  async sign() {
    if (!privateKeyFrom(process.env)) throw new Error('set REMOTES_PRIVATE_KEY or REMOTES_PRIVATE_KEY_FILE');
    await changeRegistry(dist, (registry) => registry, { who, what: 'sign' }, { replaceSignature: true });
    console.log('signed the registry');
    printUndo('`pnpm remote sign` with the previous key');
  },
};

await orExit(HELP, () => {
  // Older scripts name the web app so. It would be taken for a site at which no browser is.
  if (values.site.some((site) => site.includes('/')))
    throw new Error('--site is the id of a charging site. The URL of the web app is --web-app.');
  const run = command === undefined ? undefined : commands[command];
  if (!run) throw new WrongArguments(`'${command}' is not a command of pnpm remote`);
  /** What the command needs first, such as `<name>`. */
  const needed = new RegExp(`^pnpm remote ${command} (<.+?>)`, 'm').exec(HELP)?.[1];
  if (needed && !name) throw new WrongArguments(`Missing: pnpm remote ${command} ${needed}`);
  return run();
});
