import { readFileSync } from 'node:fs';

/**
 * Returns a template with its places, such as `{{root}}`, filled. A list's lines get the indentation
 * of its place, which is alone in its line.
 * @throws for a place without a value
 */
export function fillTemplate(name: string, values: Record<string, string | readonly string[]>): string {
  const template = readFileSync(new URL(`./templates/${name}`, import.meta.url), 'utf8');
  const filled = (place: string) => {
    const value = values[place];
    if (value === undefined) throw new Error(`${name}: ${place} has no value`);
    return value;
  };
  return template
    .replace(/^([ \t]*)\{\{(\w+)\}\}\n/gm, (_, indentation: string, place: string) =>
      [filled(place)]
        .flat()
        .map((line) => `${line && indentation + line}\n`)
        .join(''),
    )
    .replace(/\{\{(\w+)\}\}/g, (_, place: string) => String(filled(place)));
}
