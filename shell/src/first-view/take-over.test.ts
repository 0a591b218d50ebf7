import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { VIEW_ID } from '@shared/contract/view-names';
import { waitFor } from '@testing-library/react';
import { takeOver } from './take-over.ts';

const SCREEN = `<main>
  <a href="/a">Site</a>
  <form><input type="text" aria-label="Buscar" /></form>
  <button type="button">QR Code</button>
  <button type="button">Filtros</button>
  <label><input type="radio" name="v" value="list" checked />Lista</label>
  <label><input type="radio" name="v" value="map" />Mapa</label>
  <details><summary>Horários</summary>Seg</details>
</main>`;

let root: HTMLElement;
let view: HTMLElement;
const done = rs.fn();
beforeEach(() => {
  done.mockClear();
  document.body.innerHTML = `<div id="${VIEW_ID}">${SCREEN}</div><div id="root"><div class="frame-body"></div></div>`;
  root = document.getElementById('root') as HTMLElement;
  view = document.getElementById(VIEW_ID) as HTMLElement;
});
afterEach(() => {
  Reflect.deleteProperty(window, 'earlyPresses');
  document.body.innerHTML = '';
});

const find = <E extends Element>(selector: string, within: Element = root) => {
  const element = within.querySelector<E>(selector);
  if (!element) throw new Error(`there is no ${selector}`);
  return element;
};
const isReplaced = () => waitFor(() => expect(document.getElementById(VIEW_ID)).toBeNull());

test('keeps the view while the app shows its frame or skeletons', async () => {
  takeOver(root, done);
  root.innerHTML = '<main><div aria-busy="true"></div></main>';
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.getElementById(VIEW_ID)).toBe(view);
  expect(done).not.toHaveBeenCalled();
  root.innerHTML = SCREEN;
  await isReplaced();
  expect(done).toHaveBeenCalledOnce();
});

test('calls `done` at once on a page without a view', () => {
  view.remove();
  takeOver(root, done);
  expect(done).toHaveBeenCalledOnce();
});

test('presses each control that was pressed in the view, but only once', async () => {
  const pressed: string[] = [];
  root.addEventListener(
    'click',
    ({ target }) => target instanceof HTMLElement && pressed.push(target.outerHTML),
  );
  const [qr, filters] = view.querySelectorAll('button');
  const map = find('input[value="map"]', view);
  Object.assign(window, { earlyPresses: [filters, filters, map] });
  takeOver(root, done);
  root.innerHTML = SCREEN;
  await isReplaced();
  expect(qr).toBeDefined();
  expect(pressed.filter((html) => html.includes('button'))).toEqual([
    '<button type="button">Filtros</button>',
  ]);
  expect(find<HTMLInputElement>('input[value="map"]').checked).toBe(true);
});

test('transfers typed text, focus, cursor and open details', async () => {
  takeOver(root, done);
  const typed = find<HTMLInputElement>('input[type="text"]', view);
  typed.value = 'Campinas';
  typed.focus();
  typed.setSelectionRange(3, 3);
  find<HTMLDetailsElement>('details', view).open = true;
  let reportedValue = '';
  root.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) reportedValue = target.value;
  });
  root.innerHTML = SCREEN;
  await isReplaced();
  const appInput = find<HTMLInputElement>('input[type="text"]');
  expect([reportedValue, appInput.value, appInput.selectionStart]).toEqual(['Campinas', 'Campinas', 3]);
  expect(document.activeElement).toBe(appInput);
  expect(find<HTMLDetailsElement>('details').open).toBe(true);
});

test('finds the controls of a view that the browser has translated', async () => {
  const pressed: string[] = [];
  root.addEventListener(
    'click',
    ({ target }) => target instanceof HTMLElement && pressed.push(target.textContent),
  );
  const [, filters] = view.querySelectorAll('button');
  for (const control of view.querySelectorAll('a, button, summary'))
    control.innerHTML = '<font><font>translated</font></font>';
  Object.assign(window, { earlyPresses: [filters] });
  find<HTMLDetailsElement>('details', view).open = true;
  find<HTMLElement>('a', view).focus();
  takeOver(root, done);
  root.innerHTML = SCREEN;
  await isReplaced();
  expect(pressed).toEqual(['Filtros']);
  expect(find<HTMLDetailsElement>('details').open).toBe(true);
  expect(document.activeElement).toBe(find('a'));
});

test('leaves the app unchanged on a page without a view', () => {
  view.remove();
  takeOver(root, done);
  root.innerHTML = SCREEN;
  expect(root.querySelectorAll('main')).toHaveLength(1);
});
