/** The supported browsers, and the check that built files need nothing newer. */
import { readdir, readFile } from 'node:fs/promises';
import type {
  BrowserName,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';

/** Oldest supported version of each engine, with its names in MDN's data and in Browserslist. */
export const ENGINES: readonly { name: string; version: number; mdn: BrowserName[]; targets: string[] }[] = [
  {
    name: 'Chrome',
    version: 107,
    mdn: ['chrome', 'edge', 'chrome_android', 'webview_android'],
    targets: ['chrome', 'edge'],
  },
  { name: 'Safari', version: 16, mdn: ['safari', 'safari_ios'], targets: ['safari', 'ios_saf'] },
  { name: 'Firefox', version: 115, mdn: ['firefox', 'firefox_android'], targets: ['firefox'] },
];

/** For the compilers: what they can express in older syntax, they do. */
export const BROWSERSLIST = ENGINES.flatMap(({ version, targets }) =>
  targets.map((target) => `${target} >= ${version}`),
);

/** Interfaces with methods that are recognized by name alone, as in `x.toSorted()`. */
const RECOGNIZED = new Set(
  `Array TypedArray String Map WeakMap Blob Document Element Event FormData Headers HTMLDialogElement HTMLElement
  HTMLInputElement Navigator Node Request Response Scheduler Storage URLSearchParams Window`.split(/\s+/),
);

/** Code uses these words for methods of its own. */
const ORDINARY_WORDS = new Set(['estimate', 'login']);

/** Uses that are safe, although the file doesn't show it, with a text that such a file contains. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  // React catches the error.
  'Document.startViewTransition': /react-transition/,
  'Element.startViewTransition': /react-transition/,
  // Called with the id from `requestIdleCallback`, which is tested for.
  'Window.cancelIdleCallback': /requestIdleCallback/,
  // Only for scripts such as Burmese.
  'Intl.Segmenter': /maplibre/i,
  // The map has no such control.
  ':fullscreen': /maplibre/,
  // A class of its own.
  Scheduler: /mapbox/i,
};

interface Feature {
  /** In MDN's notation, such as `Array.toSorted`. */
  name: string;
  /** Name in scripts that use it. A file that tests for this name doesn't need the feature. */
  word?: string;
  pattern: RegExp;
  /** Browsers without it. */
  missing: string;
}

/** Syntax that the compilers don't translate, with the browsers that lack it. */
const SYNTAX: readonly Feature[] = [
  { name: 'class static block', pattern: /\bstatic\s*\{/, missing: 'Safari 16' },
  { name: 'RegExp lookbehind', pattern: /\(\?<[=!]/, missing: 'Safari 16' },
];

/** Returns what a script needs that a supported browser lacks, such as `URL.canParse (Chrome 107)`. */
export function newerScript(text: string, features: readonly Feature[]): string[] {
  const words = new Set(text.match(/[A-Za-z]\w+/g));
  return described(
    text,
    [...SYNTAX, ...features].filter(
      ({ word, pattern }) =>
        (!word || words.has(word)) && pattern.test(text) && !(word && isTested(text, word)),
    ),
  );
}

/** Returns whether code tests for a feature, as in `typeof x.any`, `"share"in navigator` or `x?.y`. */
const isTested = (text: string, name: string) =>
  new RegExp(`typeof [\\w$.?]*\\b${name}\\b|["'\`]${name}["'\`] ?in\\b|\\b${name}\\)?(\\?|&&|\\|\\|)`).test(
    text,
  );

/**
 * Returns what a style sheet needs that a supported browser lacks, outside `@supports`. Unknown
 * properties don't count: a browser skips them alone, while an unknown selector drops its whole rule,
 * and a value with `var()` and an unknown function unsets its property.
 */
export function newerStyle(text: string, features: readonly Feature[]): string[] {
  const always = withoutSupports(text);
  const selectors = selectorsIn(always);
  return described(
    text,
    features.filter(({ name, pattern }) => pattern.test(/^[:&]/.test(name) ? selectors : always)),
  );
}

/** Returns what stands before the blocks. An expression would take quadratic time for an inlined font. */
const selectorsIn = (text: string) =>
  text
    .split('{')
    .slice(0, -1)
    .map((part) => part.slice(Math.max(part.lastIndexOf(';'), part.lastIndexOf('}')) + 1))
    .join('\n');

/** Removes the blocks of `@supports`. */
function withoutSupports(text: string): string {
  const start = text.indexOf('@supports');
  if (start < 0) return text;
  let end = text.indexOf('{', start) + 1;
  for (let depth = 1; depth > 0 && end < text.length; end += 1)
    depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
  return text.slice(0, start) + withoutSupports(text.slice(end));
}

const described = (text: string, features: readonly Feature[]) => [
  ...new Set(
    features
      .filter(({ name }) => !HARMLESS[name]?.test(text))
      .map(({ name, missing }) => `${name} (${missing})`),
  ),
];

/**
 * Checks all scripts and style sheets in a folder.
 * @param onServer beginning of the paths of scripts that no browser runs
 * @throws if one of them needs what a supported browser lacks
 */
export async function assertSupported(folder: string, onServer?: string): Promise<void> {
  const { scripts, styles } = await newerFeatures();
  const paths = (await readdir(folder, { recursive: true })).filter(
    (path) => /\.(m?js|css)$/.test(path) && !(onServer && path.startsWith(onServer)),
  );
  const problems = await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(`${folder}/${path}`, 'utf8');
      const newer = path.endsWith('.css') ? newerStyle(text, styles) : newerScript(text, scripts);
      return newer.map((feature) => `${path}: ${feature}`);
    }),
  );
  if (problems.flat().length)
    throw new Error(
      `supported browsers lack what these files use; test for it first, or do without:\n${problems.flat().join('\n')}`,
    );
}

let loaded: Promise<{ scripts: Feature[]; styles: Feature[] }> | undefined;

/** Returns the platform's features that a supported browser lacks, from MDN's data. */
export function newerFeatures() {
  loaded ??= readFeatures();
  return loaded;
}

async function readFeatures() {
  // Its 18 MB are parsed only when something is built.
  const { default: data } = await import('@mdn/browser-compat-data', { with: { type: 'json' } });
  const builtins: Identifier = data.javascript.builtins ?? {};
  const globals = [builtins, data.api];
  const members = globals.flatMap((group) =>
    entries(group).flatMap(([owner, node]) =>
      entries(node).map(([member, { __compat }]) => ({ owner, node, member, __compat })),
    ),
  );
  const missingMembers = members.flatMap(({ owner, node, member, __compat }) => {
    const word = member.replace(/_static$/, '');
    const missing = missingIn(__compat);
    if (!missing || word === owner || !/^[a-z]\w+$/i.test(word)) return [];
    return [{ owner, node, word, missing, isStatic: word !== member }];
  });
  // A name that some supported interface has as well can't be recognized.
  const newer = new Set(missingMembers.map(({ owner, word }) => `${owner}.${word}`));
  const common = new Set(
    members.filter(({ owner, member }) => !newer.has(`${owner}.${member}`)).map(({ member }) => member),
  );
  const scripts = [
    ...missingMembers.flatMap(({ owner, node, word, missing, isStatic }): Feature[] => {
      const name = `${owner}.${word}`;
      const ofOwner: Feature = {
        name,
        missing,
        word: missingIn(node.__compat) ? owner : word,
        pattern: new RegExp(`\\b${owner}\\.${word}\\b`),
      };
      const isRecognized =
        RECOGNIZED.has(owner) && !isStatic && !common.has(word) && !ORDINARY_WORDS.has(word);
      return isRecognized ? [ofOwner, { name, missing, word, pattern: callOf(owner, word) }] : [ofOwner];
    }),
    ...[...globals, builtins.Intl].flatMap((group) =>
      entries(group).flatMap(([word, { __compat }]): Feature[] => {
        const missing = missingIn(__compat);
        const name = group === builtins.Intl ? `Intl.${word}` : word;
        return missing ? [{ name, missing, word, pattern: new RegExp(`new (Intl\\.)?${word}\\b`) }] : [];
      }),
    ),
  ];
  const ofStyle = (group: Identifier | undefined, nameOf: (key: string) => string, after = '(?![\\w-])') =>
    entries(group).flatMap(([key, { __compat }]): Feature[] => {
      const missing = missingIn(__compat);
      if (!missing) return [];
      const name = nameOf(key);
      const before = name.startsWith(':') ? '(?<!:)' : '(?<![\\w-])';
      return [{ name, missing, pattern: new RegExp(before + name + after) }];
    });
  const { types, selectors, 'at-rules': rules } = data.css;
  const styles = [
    ...ofStyle(selectors, (key) => (key === 'nesting' ? '&' : `:${key}`)),
    ...ofStyle(rules, (key) => `@${key}`),
    ...[types, ...entries(types).map(([, type]) => type)].flatMap((group) =>
      ofStyle(group, (key) => key, '\\('),
    ),
    { name: 'dvh', pattern: /\d[dsl]v(h|w|i|b|min|max)\b/, missing: 'Chrome 107' },
  ];
  return { scripts, styles };
}

const callOf = (owner: string, word: string) =>
  new RegExp(owner === 'Window' ? `(?<!function |[\\w$])${word}\\(` : `\\.${word}\\(`);

function entries(node: Identifier | undefined): [string, Identifier][] {
  const { __compat, ...members } = node ?? {};
  return Object.entries(members);
}

/** Returns the supported browsers without a feature, such as `Chrome 107, Safari 16`. */
function missingIn(compat: CompatStatement | undefined): string | undefined {
  if (!compat || compat.status?.deprecated) return undefined;
  const lacking = ENGINES.filter(({ mdn, version }) =>
    mdn.some((browser) => ![compat.support[browser] ?? []].flat().some((entry) => isIn(entry, version))),
  );
  return lacking.map(({ name, version }) => `${name} ${version}`).join(', ') || undefined;
}

const isIn = (entry: SimpleSupportStatement, version: number) =>
  !entry.flags &&
  !entry.prefix &&
  !entry.alternative_name &&
  numberOf(entry.version_added) <= version &&
  numberOf(entry.version_removed) > version;

/** `≤37` is 37; a version that is false, unknown or a preview never comes. */
const numberOf = (version: unknown): number =>
  Number.parseFloat(String(version).replace('≤', '')) || Number.POSITIVE_INFINITY;
