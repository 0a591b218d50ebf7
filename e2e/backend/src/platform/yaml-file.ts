/** Reads YAML files of operators, and names the place of every mistake. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';
import type * as z from 'zod/mini';

/** Something in a file that can't be applied. Must not quote a secret. */
export interface Problem {
  path: PropertyKey[];
  message: string;
}

/** Thrown with one line for each problem, as `network.yaml:12:5: message`. */
export class UnreadableFile extends Error {}

/**
 * Parses a file.
 * @param name of the file, for messages
 * @returns its content, and a function that formats a problem with its position in the file
 * @throws `UnreadableFile`
 */
export function parseYaml<T>(
  text: string,
  name: string,
  schema: z.ZodMiniType<T>,
): { data: T; describe: (problem: Problem) => string } {
  const lines = new LineCounter();
  // Pretty errors quote the source, which may hold a secret.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const positionAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const describe = ({ path, message }: Problem) => {
    const field = path.length > 0 ? `${path.join('.')} ` : '';
    return `${positionAt(offsetOf(document, path))}: ${field}${message}`;
  };
  const undecoded = text.indexOf('\uFFFD');
  if (undecoded >= 0) throw new UnreadableFile(`${positionAt(undecoded)}: must be in UTF-8`);
  if (document.errors.length > 0)
    throw new UnreadableFile(
      document.errors
        .map(({ pos, message }) => `${positionAt(pos[0])}: ${withoutSource(message)}`)
        .join('\n'),
    );
  const content = contentOf(document, name);
  const { data, error } = schema.safeParse(content);
  if (error) {
    const problems = error.issues.flatMap((issue) => problemsOf(issue, content));
    throw new UnreadableFile(problems.map(describe).join('\n'));
  }
  return { data, describe };
}

function contentOf(document: Document, name: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new UnreadableFile(`${name}: an alias names nothing, or too much`, { cause });
  }
}

/** Some messages end with the unexpected token. */
const withoutSource = (message: string) => message.replace(/: .*$/s, '');

type Issue = z.core.$ZodIssue;

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
function offsetOf(document: Document, path: PropertyKey[]): number {
  let node = document.contents ?? undefined;
  let offset = node?.range?.[0] ?? 0;
  for (const segment of path) {
    const inner = innerNode(isAlias(node) ? node.resolve(document) : node, String(segment));
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
