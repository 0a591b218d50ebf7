/** Picks the rules of a style sheet that a piece of HTML needs, for the page's first paint. */

/** Groups of rules; all other at-rules have no selectors. */
const GROUP = /^@(media|supports|layer|container)\b/;
const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g;
const NEGATION = /:not\([^()]*\)/g;

/**
 * Returns the rules with only classes that occur in `html`. Rules without a class stay; animations
 * only if a kept rule may use them. Nested rules stay with the rule around them.
 */
export function usedStyles(css: string, html: string): string {
  const names = html.matchAll(/\sclass="([^"]*)"/g);
  const classes = new Set(Array.from(names, ([, list = '']) => list.split(' ')).flat());
  const kept = usedRules(css, classes);
  return kept.replace(/@keyframes ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g, (rule, name: string) =>
    kept.split(name).length > 2 ? rule : '',
  );
}

function usedRules(css: string, classes: ReadonlySet<string>): string {
  let used = '';
  for (const { prelude, block } of rulesIn(css)) {
    if (block === undefined) used += `${prelude};`;
    else if (GROUP.test(prelude)) {
      const inner = usedRules(block, classes);
      if (inner) used += `${prelude}{${inner}}`;
    } else if (prelude.startsWith('@')) used += `${prelude}{${block}}`;
    else {
      const selectors = selectorsIn(prelude).filter((selector) => isUsed(selector, classes));
      if (selectors.length > 0) used += `${selectors.join(',')}{${block}}`;
    }
  }
  return used;
}

function isUsed(selector: string, classes: ReadonlySet<string>): boolean {
  const named = selector.replace(NEGATION, '').matchAll(CLASS);
  return Array.from(named, ([, name = '']) => name).every((name) => classes.has(name));
}

interface Rule {
  prelude: string;
  /** Absent for a statement, such as `@layer a, b`. */
  block?: string;
}

/** Splits minified CSS, without comments, into its outermost rules. */
function* rulesIn(css: string): Generator<Rule> {
  let start = 0;
  let depth = 0;
  let open = 0;
  for (let at = 0; at < css.length; at++) {
    const sign = css[at];
    if (sign === '"' || sign === "'") at = endOfText(css, at);
    else if (sign === ';' && depth === 0) {
      yield { prelude: css.slice(start, at).trim() };
      start = at + 1;
    } else if (sign === '{' && depth++ === 0) open = at;
    else if (sign === '}' && --depth === 0) {
      yield { prelude: css.slice(start, open).trim(), block: css.slice(open + 1, at) };
      start = at + 1;
    }
  }
}

function endOfText(css: string, at: number): number {
  let end = at + 1;
  while (end < css.length && css[end] !== css[at]) end += css[end] === '\\' ? 2 : 1;
  return end;
}

/** Splits at commas outside of parentheses and brackets. */
function selectorsIn(prelude: string): string[] {
  const selectors = [''];
  let depth = 0;
  for (const sign of prelude) {
    if (sign === '(' || sign === '[') depth++;
    if (sign === ')' || sign === ']') depth--;
    if (sign === ',' && depth === 0) selectors.push('');
    else selectors[selectors.length - 1] += sign;
  }
  return selectors;
}
