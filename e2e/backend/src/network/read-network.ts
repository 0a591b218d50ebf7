import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { checkReferences } from './check-references.ts';
import { NetworkFile } from './network-file.ts';
import type { Problem } from './problem.ts';

const PICTURES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** A valid network file with its pictures. */
export interface Network extends NetworkFile {
  /** Pictures as `data:` URLs, by the names that the file gives them. */
  pictures: ReadonlyMap<string, string>;
}

/** Thrown with one line for each problem, as `network.yaml:12:5: message`. */
class UnreadableNetwork extends Error {}

interface ReadNetwork {
  network: Network;
  /** Formats a problem with its position in the file. */
  describe: (problem: Problem) => string;
}

/** @throws `UnreadableNetwork` */
export async function readNetwork(path: string): Promise<ReadNetwork> {
  const { file, describe } = parseNetwork(await readFile(path, 'utf8'), path);
  const pictures = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [key, site] of Object.entries(file.sites))
    for (const kind of ['logo', 'background'] as const) {
      const name = site[kind];
      if (name === undefined || pictures.has(name)) continue;
      const picture = await readPicture(join(dirname(path), name));
      if (picture.startsWith('data:')) pictures.set(name, picture);
      else problems.push({ path: ['sites', key, kind], message: picture });
    }
  if (problems.length > 0) throw new UnreadableNetwork(problems.map(describe).join('\n'));
  return { network: { ...file, pictures }, describe };
}

/** Returns a `data:` URL, or the reason why there is none. */
async function readPicture(path: string): Promise<string> {
  const type = PICTURES[extname(path).toLowerCase()];
  if (!type) return `must be a file that ends with ${Object.keys(PICTURES).join(', ')}`;
  const content = await readFile(path).catch(() => undefined);
  return content ? `data:${type};base64,${content.toString('base64')}` : `there is no file ${path}`;
}

/**
 * Parses the text of a network file.
 * @param name of the file, for messages
 * @throws `UnreadableNetwork`
 */
export function parseNetwork(text: string, name: string) {
  const lines = new LineCounter();
  // Pretty errors quote the source, which may hold a secret.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const positionAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const describe = ({ path, message }: Problem) => {
    const offset = offsetOf(document.contents, path, (node) =>
      isAlias(node) ? node.resolve(document) : node,
    );
    const field = path.length > 0 ? `${path.join('.')} ` : '';
    return `${positionAt(offset)}: ${field}${message}`;
  };
  if (document.errors.length > 0)
    throw new UnreadableNetwork(
      document.errors
        .map(({ pos, message }) => `${positionAt(pos[0])}: ${withoutSource(message)}`)
        .join('\n'),
    );
  const content: unknown = document.toJS();
  const { data, error } = NetworkFile.safeParse(content);
  const problems = data
    ? checkReferences(data)
    : (error?.issues ?? []).flatMap((issue) => problemsOf(issue, content));
  if (!data || problems.length > 0) throw new UnreadableNetwork(problems.map(describe).join('\n'));
  return { file: data, describe };
}

/** Some messages end with the unexpected token. */
const withoutSource = (message: string) => message.replace(/: .*$/s, '');

type Issue = NonNullable<ReturnType<typeof NetworkFile.safeParse>['error']>['issues'][number];

function problemsOf(issue: Issue, content: unknown): Problem[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: 'is not known here' }));
  if (issue.code === 'invalid_key')
    return issue.issues.map((inner) => ({ path, message: `as a name ${inner.message}` }));
  return [{ path, message: path.length > 0 && isAbsent(content, path) ? 'is missing' : message }];
}

function isAbsent(content: unknown, path: PropertyKey[]): boolean {
  let value = content;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) return true;
    value = Reflect.get(value, segment);
  }
  return value === undefined;
}

/** Returns the offset of the innermost node on a path: of the key, or of the item of a list. */
function offsetOf(root: Node | null, path: PropertyKey[], resolve: (node: Node) => Node | undefined): number {
  let offset = root?.range?.[0] ?? 0;
  let node = root ?? undefined;
  for (const segment of path) {
    const inner = innerNode(node && resolve(node), String(segment));
    if (!inner) break;
    offset = inner.place.range?.[0] ?? offset;
    node = inner.node;
  }
  return offset;
}

interface InnerNode {
  place: Node;
  node: Node | undefined;
}

function innerNode(node: Node | undefined, segment: string): InnerNode | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
    if (!pair || !isNode(pair.key)) return undefined;
    return { place: pair.key, node: isNode(pair.value) ? pair.value : undefined };
  }
  const item: unknown = isSeq(node) ? node.items[Number(segment)] : undefined;
  return isNode(item) ? { place: item, node: item } : undefined;
}
