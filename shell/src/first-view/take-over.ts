/** Replaces the prerendered view with the app as soon as the app shows more than placeholders. */
import { VIEW_ID } from '@shared/contract/view-names';
import { PRESSABLE } from './early-presses.ts';

/** What the app shows while it loads: its frame, or a screen's skeletons. */
const PLACEHOLDERS = '.frame-body, div[aria-busy="true"]';
const FOCUSABLE = `a, summary, input, ${PRESSABLE}`;

/**
 * Watches `root`, which the style sheet hides while there is a view. The exchange happens between
 * React's commit and the next paint. Scroll position, focus, typed text, open details and recorded
 * presses are transferred to the same controls of the app.
 * @param done called after the exchange; at once if there is no view
 */
export function takeOver(root: HTMLElement, done: () => void): void {
  const view = document.getElementById(VIEW_ID);
  if (!view) {
    done();
    return;
  }
  const replace = () => {
    if (!root.querySelector('main') || root.querySelector(PLACEHOLDERS)) return;
    watcher.disconnect();
    const { scrollX, scrollY } = window;
    const applyState = readState(view, root);
    view.remove();
    window.scrollTo(scrollX, scrollY);
    applyState();
    done();
  };
  const watcher = new MutationObserver(replace);
  watcher.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
}

/** Returns a function that applies the user's input in the view to the app. */
function readState(view: HTMLElement, root: HTMLElement): () => void {
  const counterpart = counterparts(view, root);
  const pressed = new Set(window.earlyPresses?.filter((control) => view.contains(control)));
  const { activeElement } = document;
  const focused = activeElement && view.contains(activeElement) ? activeElement : undefined;
  const inputs = [...view.querySelectorAll('input')].filter(
    ({ type, value, defaultValue }) => type === 'text' && value !== defaultValue,
  );
  const opened = [...view.querySelectorAll('details')].filter(({ open }) => open);
  const selection = focused instanceof HTMLInputElement ? focused.selectionStart : null;
  return () => {
    for (const details of opened) {
      const summary = counterpart(details.querySelector('summary'));
      if (summary?.parentElement instanceof HTMLDetailsElement) summary.parentElement.open = true;
    }
    for (const input of inputs) {
      const appInput = counterpart(input);
      if (appInput instanceof HTMLInputElement) type(appInput, input.value);
    }
    const target = focused && counterpart(focused);
    target?.focus({ preventScroll: true });
    if (target instanceof HTMLInputElement && target.type === 'text' && selection !== null)
      target.setSelectionRange(selection, selection);
    for (const control of pressed) counterpart(control)?.click();
  };
}

/** Uses the prototype's setter, because React ignores values set on the element itself. */
function type(input: HTMLInputElement, text: string): void {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setValue?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Returns a function that finds a control's counterpart in the app: the control of the same kind
 * (element, text and value) with the same index among its kind. If a browser has translated the view
 * and not the app, or the reverse, their texts differ and don't count.
 */
function counterparts(view: HTMLElement, root: HTMLElement) {
  const isTranslated = [view, root].some((part) => part.querySelector('font'));
  const kind = (control: Element) => kindOf(control, !isTranslated);
  const controlsOfKind = (within: HTMLElement, wanted: string): Element[] =>
    [...within.querySelectorAll(FOCUSABLE)].filter((control) => kind(control) === wanted);
  return (control: Element | null): HTMLElement | undefined => {
    if (!control) return undefined;
    const wanted = kind(control);
    const found = controlsOfKind(root, wanted)[controlsOfKind(view, wanted).indexOf(control)];
    return found instanceof HTMLElement ? found : undefined;
  };
}

const kindOf = (control: Element, withText: boolean): string => {
  const label = control.getAttribute('aria-label');
  const text = withText && (control.closest('label') ?? control).textContent;
  const value = control instanceof HTMLInputElement && control.type === 'radio' ? control.value : '';
  return [control.localName, label ?? text, value].join('\n');
};
