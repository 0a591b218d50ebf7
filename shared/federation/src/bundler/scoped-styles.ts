/** Rejects styles of a remote that would change the shell or other remotes. */
import type { RsbuildConfig } from '@rsbuild/core';

type ConfigurePostcss = Extract<NonNullable<RsbuildConfig['tools']>['postcss'], (...args: never) => unknown>;
type Plugin = Parameters<Parameters<ConfigurePostcss>[1]['addPlugins']>[0];

/** The parts of PostCSS's rules that are used here. PostCSS itself comes with Rsbuild. */
interface Node {
  type: string;
  /** Of an at-rule. */
  name?: string;
  /** Of a rule. */
  selectors?: string[];
  parent?: Node;
}
interface Rule extends Node {
  selectors: string[];
  nodes: Node[];
  source?: { input: { file?: string } };
  error: (message: string) => Error;
}

/** For Rsbuild's `tools.postcss`. */
export const scopedStyles: ConfigurePostcss = (_, { addPlugins }) => addPlugins(plugin);

const plugin = {
  postcssPlugin: 'scoped-styles',
  Rule(rule: Rule) {
    for (const selector of rule.selectors) {
      const problem = problemOf(selector, rule);
      if (problem) throw rule.error(`'${selector}' ${problem}`);
    }
  },
} satisfies Plugin;

function problemOf(selector: string, rule: Rule): string | undefined {
  const file = rule.source?.input.file ?? '';
  if (!file.endsWith('.module.css') && !file.includes('/node_modules/'))
    return 'would apply to the whole page: rename the file to *.module.css';
  if (/:global\b/.test(selector)) return 'would apply to the whole page: remove :global';
  const isEmpty = !rule.nodes.some(({ type }) => type === 'decl');
  if (isEmpty || hasClass(selector) || isLimited(rule.parent)) return undefined;
  return 'would apply to the whole page: it has no class';
}

/** Nested rules are limited by the rule around them; those of `@keyframes` aren't selectors. */
function isLimited(node: Node | undefined): boolean {
  if (!node) return false;
  const isKeyframes = node.name?.endsWith('keyframes') === true;
  return isKeyframes || node.selectors?.every(hasClass) === true || isLimited(node.parent);
}

/**
 * Returns whether every match of a selector depends on a class, which is the remote's own.
 * `html:has(.home)` is limited as well: it applies while the remote's screen is shown.
 */
function hasClass(selector: string): boolean {
  const bare = selector.replace(/\[[^\]]*\]/g, '').replace(/:not\([^)]*\)/g, '');
  const lists = [...bare.matchAll(/:(?:is|where)\(([^)]*)\)/g)].map(([, list = '']) => list.split(','));
  const isInLists = lists.some((list) => list.every((each) => CLASS.test(each)));
  return isInLists || CLASS.test(bare.replace(/:(?:is|where)\([^)]*\)/g, ''));
}
const CLASS = /\.[\w-]/;
