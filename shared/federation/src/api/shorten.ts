/** Shorter types are clearer than the name of a constant that happens to have the same type. */
const MIN_LENGTH = 80;

/**
 * Replaces the repeated types of schemas by `typeof` and the exported constant's name: the compiler
 * writes them out in full wherever they are used.
 */
export function shorten(report: string): string {
  const flat = report.replaceAll(/^ +/gm, '');
  const schemas = [
    ...flat.matchAll(
      /^(?:export )?declare const ([\w$]+): (z\.[\s\S]*?);$(?=\n(?:export|declare|type|interface) )/gm,
    ),
  ]
    .map(([, name = '', type = '']) => ({ name, type }))
    .filter(({ type }) => type.length >= MIN_LENGTH)
    .sort((a, b) => b.type.length - a.type.length);
  let text = flat;
  for (const { name, type } of schemas) {
    // Constants of the same type keep it.
    const inside = new RegExp(`(?<!^(?:export )?declare const [\\w$]+: )${escaped(type)}`, 'gm');
    text = text.replaceAll(inside, `typeof ${name}`);
  }
  return indent(text);
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, '\\$&');

function indent(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    const code = line.replaceAll(/'[^'\n]*'|"[^"\n]*"/g, '');
    const closed = /^[}\])]+/.exec(code)?.[0].replaceAll(/[^}]/g, '').length ?? 0;
    const result = line && `${'  '.repeat(Math.max(0, depth - closed))}${line}`;
    depth += code.split('{').length - code.split('}').length;
    return result;
  });
  return lines.join('\n');
}
