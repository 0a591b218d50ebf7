import { DATA_ID, VIEW_ID, type ViewConditions } from '@shared/contract/view-names';
import type { FirstViewData } from '@shared/registry/first-view';
import { integrityOfBytes } from '@shared/registry/integrity';
import { escapeHtml } from '../html.ts';
import { usedStyles } from './used-styles.ts';

export interface PageParts {
  /** The shell's page. */
  shell: string;
  /** Style sheets of the shell and of the screen, in this order. */
  styles: string;
  /** The inline script. */
  inline: string;
  view: { html: string; theme: Record<string, string>; title: string };
  conditions: ViewConditions;
  data: FirstViewData;
}

/** Shows the view in place of the root until the app removes it or the script turns it off. */
const VIEW_STYLES = `#${VIEW_ID}{display:flex;flex-direction:column;min-height:100dvh}[data-view=off] #${VIEW_ID},html:not([data-view=off]) #${VIEW_ID}+#root{display:none}`;
const STYLE_LINKS = /<link\b[^>]*\brel="stylesheet"[^>]*>/g;
/** Preloads of scripts for API calls. The app makes none for a guest until it replaces the view. */
const SCRIPT_HINTS = /<link\b[^>]*\bas="script"[^>]*>/g;
const ROOT = '<div id="root">';

/** Returns the shell's page with a view: styles and inline script in the head, and its data. */
export function composePage({ shell, styles, inline, view, conditions, data }: PageParts): string {
  const links = shell.match(STYLE_LINKS)?.join('') ?? '';
  const theme = Object.entries(view.theme).map(([name, value]) => `${name}:${value}`);
  const head = [
    // Nothing is painted before all of the view is parsed, so that it doesn't move (HTML, `rel=expect`).
    '<link rel="expect" href="#root" blocking="render" />',
    `<meta name="theme-color" content="${escapeHtml(view.theme['--brand'] ?? '')}" />`,
    `<style>${usedStyles(styles, view.html)}${VIEW_STYLES}</style>`,
    `<script>${inline}</script>`,
  ].join('');
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const page = conditions.isUser ? shell : shell.replace(SCRIPT_HINTS, '');
  return (
    page
      .replace(STYLE_LINKS, '')
      .replace(
        '<html',
        () =>
          `<html data-view="${escapeHtml(JSON.stringify(conditions))}" style="${escapeHtml(theme.join(';'))}"`,
      )
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(view.title)}</title>`)
      .replace('</head>', () => `${head}</head>`)
      .replace(ROOT, () => `<div id="${VIEW_ID}">${view.html}</div>${ROOT}`)
      // The first paint doesn't wait for a style sheet at the end of the page.
      .replace(
        '</body>',
        () => `<script type="application/json" id="${DATA_ID}">${json}</script>${links}</body>`,
      )
  );
}

/** Returns the policy's source expression that allows an inline script. */
export const hashSource = (script: string): string => `'${integrityOfBytes(Buffer.from(script))}'`;
