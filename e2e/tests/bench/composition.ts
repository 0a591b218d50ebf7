/** Breaks scripts down by part of the product, using the source maps of the benchmark's build. */
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';

/** Returns the part of the product that a source file belongs to: an npm package or one of ours. */
function partOf(source: string): string {
  const installed = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
  if (installed) return installed;
  return /((?:shared|remotes)\/[^/]+|shell)\/src\//.exec(source)?.[1] ?? 'the bundler’s own';
}

/**
 * Adds the gzip bytes of a script to `parts`, in proportion to the minified characters of each
 * part.
 */
export function addComposition(script: string, map: string, parts: Map<string, number>): void {
  const code = readFileSync(script, 'utf8');
  const bytes = gzipSync(code).length;
  const characters = new Map<string, number>();
  const add = (part: string, count: number) => characters.set(part, (characters.get(part) ?? 0) + count);
  if (existsSync(map)) {
    const lines = code.split('\n');
    let last: { line: number; column: number; part: string } | undefined;
    const upTo = (line: number, column: number) => {
      if (last)
        add(last.part, (last.line === line ? column : (lines[last.line - 1]?.length ?? 0)) - last.column);
    };
    eachMapping(new TraceMap(readFileSync(map, 'utf8')), ({ generatedLine, generatedColumn, source }) => {
      upTo(generatedLine, generatedColumn);
      last = { line: generatedLine, column: generatedColumn, part: partOf(source ?? '') };
    });
    upTo(Number.POSITIVE_INFINITY, 0);
  } else add('the bundler’s own', code.length);
  const all = [...characters.values()].reduce((sum, count) => sum + count, 0);
  for (const [part, count] of characters) parts.set(part, (parts.get(part) ?? 0) + (bytes * count) / all);
}
