/**
 * The server writes this script into the head of a prerendered page, so it runs before the first
 * paint. It hides a view that doesn't fit this browser, and records presses until the app runs.
 */
import { RECHARGES_HEIGHT, VIEW_ID, VIEW_OFF, type ViewConditions } from '@shared/contract/view-names';
import { isInShare } from '../remotes/registry/pick-version.ts';
import { PREVIEW_KEY } from '../updates/preview/preview-key.ts';
import { PRESSABLE } from './early-presses.ts';

const page = document.documentElement;
const { brand, tokenKey, isUser, candidate }: ViewConditions = JSON.parse(page.dataset.view ?? '{}');

function viewFits(): boolean {
  try {
    const stored: { slug?: string } | null = JSON.parse(localStorage.getItem('brand') ?? 'null');
    if (stored?.slug !== undefined && stored.slug !== brand) return false;
    if ((localStorage.getItem(tokenKey) !== null) !== isUser) return false;
    if (sessionStorage.getItem(PREVIEW_KEY) ?? localStorage.getItem(PREVIEW_KEY)) return false;
    return !candidate || !isInShare(candidate.name, candidate.version, candidate.traffic);
  } catch {
    // Without storage the app starts as a guest of this brand.
    return !isUser;
  }
}

if (viewFits()) {
  // The server doesn't know what is running.
  if (isUser) page.style.setProperty(RECHARGES_HEIGHT, localStorage.getItem(RECHARGES_HEIGHT));
  const presses: Element[] = [];
  window.earlyPresses = presses;
  addEventListener(
    'click',
    ({ target }) => {
      const control = target instanceof Element && target.closest(`#${VIEW_ID} :is(${PRESSABLE})`);
      if (control) presses.push(control);
    },
    true,
  );
} else page.dataset.view = VIEW_OFF;
