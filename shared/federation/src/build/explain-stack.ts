/** Translates stack traces of the built web app with its source maps. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { text } from 'node:stream/consumers';

/** Returns the stack from the file `argument`, the text `argument`, or stdin if it is empty. */
export async function readStack(argument: string): Promise<string> {
  if (!argument) return text(process.stdin);
  return existsSync(argument) ? readFile(argument, 'utf8') : argument;
}

/** A call in a built script, as `at a (https://…/a.js:1:22)` or `a@https://…/a.js:1:22`. */
const CALL =
  /(?:([\w$.<>]+) \(|([\w$.<>]*)@)?(?:https?:\/\/[^/\s]+)?\/((?:remotes|static)\/[\w@~./-]+\.js|sw\.js):(\d+):(\d+)\)?/;

/**
 * Returns the stack with the sources' files, lines, columns and function names. Lines of other
 * web apps, and those without a map in the folder `maps`, are not changed.
 */
export async function explainStack(stack: string, maps: string): Promise<string> {
  const read = new Map<string, Promise<SourceMap | undefined>>();
  const mapOf = (script: string) => {
    const map = read.get(script) ?? readMap(`${maps}/${script}.map`);
    read.set(script, map);
    return map;
  };
  const lines = await Promise.all(stack.split('\n').map((line) => explainLine(line, mapOf)));
  return lines.join('\n');
}

async function readMap(file: string): Promise<SourceMap | undefined> {
  if (file.includes('/../') || !existsSync(file)) return undefined;
  return new SourceMap(JSON.parse(await readFile(file, 'utf8')));
}

async function explainLine(line: string, mapOf: (script: string) => Promise<SourceMap | undefined>) {
  const [call, named, alsoNamed, script = '', row, column] = CALL.exec(line) ?? [];
  if (!call) return line;
  const map = await mapOf(script);
  const origin = map?.findOrigin(Number(row), Number(column));
  if (!map || !origin || !('fileName' in origin)) return line;
  const { fileName, lineNumber, columnNumber } = origin;
  const { sources, sourcesContent = [] } = map.payload;
  const source = sourcesContent[sources.indexOf(fileName)] ?? '';
  const name = functionAt(source, lineNumber) ?? (named || alsoNamed || '?');
  const place = `${fileName}:${lineNumber}:${columnNumber}`;
  return `${line.slice(0, line.indexOf(call)).replace(/^$/, '    at ')}${name} (${place})`;
}

const HEADER =
  /(?:function\*?\s+([\w$]+)|(?:const|let)\s+([\w$]+)\s*(?::[^=]+)?=.*(?:=>|function)|^\s*(?:(?:async|static|override|get|set)\s+)*([\w$#]+)(?:\(.*\).*\{|: .*=>.*)$)/;

/**
 * Returns the name of the function around a line: the nearest line above with less indentation that
 * begins a named function. Sources are formatted, so a parser isn't needed.
 */
function functionAt(text: string, line: number): string | undefined {
  const lines = text.split('\n').slice(0, line);
  let limit = Number.POSITIVE_INFINITY;
  for (const each of lines.toReversed()) {
    if (each.trim() === '') continue;
    const indentation = each.search(/\S/);
    if (indentation >= limit) continue;
    limit = indentation;
    const [, declared, assigned, method] = HEADER.exec(each) ?? [];
    const name = declared ?? assigned ?? method;
    if (name && !/^(?:if|for|while|switch|catch|return|with)$/.test(name)) return name;
  }
  return undefined;
}
