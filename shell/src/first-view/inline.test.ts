import { afterEach, expect, rs, test } from '@rstest/core';
import { RECHARGES_HEIGHT, VIEW_ID, VIEW_OFF, type ViewConditions } from '@shared/contract/view-names';
import { isInShare } from '../remotes/registry/pick-version.ts';

const page = document.documentElement;
const guest: ViewConditions = { brand: 'faisca', tokenKey: 'token:faisca', isUser: false };

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  delete page.dataset.view;
  page.style.removeProperty(RECHARGES_HEIGHT);
  document.body.innerHTML = '';
  Reflect.deleteProperty(window, 'earlyPresses');
});

/** Runs the script in a page with these conditions. Returns whether the view is shown. */
async function run(conditions: ViewConditions): Promise<boolean> {
  page.dataset.view = JSON.stringify(conditions);
  rs.resetModules();
  await import('./inline.ts');
  return page.dataset.view !== VIEW_OFF;
}

test('shows a guest’s view to a guest, and a user’s to a user', async () => {
  expect(await run(guest)).toBe(true);
  expect(await run({ ...guest, isUser: true })).toBe(false);
  localStorage.setItem('token:faisca', 'abc');
  expect(await run(guest)).toBe(false);
  expect(await run({ ...guest, isUser: true })).toBe(true);
});

test("reserves the height of the recharge cards in a user's view", async () => {
  localStorage.setItem(RECHARGES_HEIGHT, '220px');
  await run(guest);
  expect(page.style.getPropertyValue(RECHARGES_HEIGHT)).toBe('');
  localStorage.setItem('token:faisca', 'abc');
  await run({ ...guest, isUser: true });
  expect(page.style.getPropertyValue(RECHARGES_HEIGHT)).toBe('220px');
});

test('hides the view if another brand is stored', async () => {
  localStorage.setItem('brand', JSON.stringify({ slug: 'aurora', record: {} }));
  expect(await run(guest)).toBe(false);
  expect(await run({ ...guest, brand: 'aurora' })).toBe(true);
});

test('hides the view in a tab with a preview', async () => {
  sessionStorage.setItem('remotePreview', 'sites@1.0.0-abcdef12');
  expect(await run(guest)).toBe(false);
});

test("hides the live version's view only in browsers that run the candidate", async () => {
  const candidate = { name: 'sites', version: '1.1.0-abcdef13', traffic: 50 };
  const shown = new Set<boolean>();
  for (const browser of ['0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8']) {
    localStorage.setItem('browserNumber', browser);
    const isShown = await run({ ...guest, candidate });
    expect(isShown).toBe(!isInShare(candidate.name, candidate.version, candidate.traffic, browser));
    shown.add(isShown);
  }
  expect(shown.size).toBe(2);
});

test("hides a user's view if the stored brand is unreadable, but not a guest's", async () => {
  localStorage.setItem('brand', '{');
  expect(await run({ ...guest, isUser: true })).toBe(false);
  expect(await run(guest)).toBe(true);
});

test('records presses of buttons in the view', async () => {
  document.body.innerHTML = `<div id="${VIEW_ID}"><button><span>QR</span></button><a href="#x">x</a></div><button>outside</button>`;
  await run(guest);
  for (const element of document.querySelectorAll<HTMLElement>('span, a, body > button')) element.click();
  expect(Reflect.get(window, 'earlyPresses')).toEqual([document.querySelector('button')]);
});
