/** Reads `mf-manifest.json`, which Module Federation's plugins write beside a container. */
import * as z from 'zod/mini';

const Assets = z.object({ sync: z.array(z.string()), async: z.array(z.string()) });

/** The fields in use, of webpack's, Rspack's and Vite's plugin. */
const MfManifest = z.object({
  metaData: z.object({
    buildInfo: z.object({ buildVersion: z.string() }),
    remoteEntry: z.object({ name: z.string().check(z.minLength(1)), path: z.string(), type: z.string() }),
    globalName: z.string(),
    publicPath: z.optional(z.string()),
  }),
  shared: z.array(
    z.object({
      name: z.string(),
      singleton: z.optional(z.boolean()),
      requiredVersion: z.optional(z.unknown()),
    }),
  ),
  exposes: z.array(z.object({ path: z.string(), assets: z.object({ js: Assets, css: Assets }) })),
});

/** How the shell loads a container, by the type of its entry. */
const KINDS: Readonly<Record<string, 'script' | 'module'>> = {
  global: 'script',
  var: 'script',
  script: 'script',
  module: 'module',
  esm: 'module',
};

/** A container, with absolute URLs. */
export interface ForeignContainer {
  kind: 'script' | 'module';
  /** The global variable of a script. */
  global?: string | undefined;
  entry: string;
  buildVersion?: string;
  /** The modules that it takes from the page, if that has a fitting version; undefined if unknown. */
  shared?: z.output<typeof MfManifest>['shared'];
  /** The scripts and stylesheets of each exposed module, by its path; undefined if unknown. */
  exposes?: ReadonlyMap<string, readonly string[]>;
}

/** @throws with the fields that are missing or have another type */
export function parseMfManifest(json: unknown, url: string): ForeignContainer {
  const { data, error } = MfManifest.safeParse(json);
  if (!data) {
    const places = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`${url} is no manifest of Module Federation: ${places.join(', ')}`);
  }
  const { remoteEntry, publicPath, globalName, buildInfo } = data.metaData;
  if (publicPath === undefined)
    throw new Error(`${url} has no publicPath: build it with a fixed one, instead of getPublicPath`);
  const kind = KINDS[remoteEntry.type];
  if (!kind) throw new Error(`${url} has an entry of type ${remoteEntry.type}, which the shell can't load`);
  const base = publicPath === 'auto' ? url : new URL(publicPath, url).href;
  const urlOf = (file: string) => new URL(file, base).href;
  const filesOf = ({ sync, async }: z.output<typeof Assets>) => [...sync, ...async].map(urlOf);
  return {
    kind,
    ...(kind === 'script' && { global: globalName }),
    entry: urlOf(`${remoteEntry.path}/${remoteEntry.name}`.replace(/^[./]+/, '')),
    buildVersion: buildInfo.buildVersion,
    shared: data.shared,
    exposes: new Map(
      data.exposes.map(({ path, assets }) => [path, [...filesOf(assets.js), ...filesOf(assets.css)]]),
    ),
  };
}
