import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@rstest/core';
import { ENGINES, newerFeatures, newerScript, newerStyle } from './supported-browsers.ts';

const script = async (text: string) => newerScript(text, (await newerFeatures()).scripts);
const style = async (text: string) => newerStyle(text, (await newerFeatures()).styles);

test.each([
  ['URL.canParse(a)', 'URL.canParse (Chrome 107, Safari 16)'],
  ['a.toReversed()', 'Array.toReversed (Chrome 107)'],
  ['a.toSorted(b)', 'Array.toSorted (Chrome 107)'],
  ['a.with(0,b)', 'Array.with (Chrome 107)'],
  ['Promise.withResolvers()', 'Promise.withResolvers (Chrome 107, Safari 16, Firefox 115)'],
  ['Object.groupBy(a,b)', 'Object.groupBy (Chrome 107, Safari 16, Firefox 115)'],
  ['Array.fromAsync(a)', 'Array.fromAsync (Chrome 107, Safari 16)'],
  ['AbortSignal.any([a])', 'AbortSignal.any (Chrome 107, Safari 16, Firefox 115)'],
  ['a.isWellFormed()', 'String.isWellFormed (Chrome 107, Safari 16, Firefox 115)'],
  ['scheduler.yield()', 'Scheduler.yield (Chrome 107, Safari 16, Firefox 115)'],
  ['requestIdleCallback(a)', 'Window.requestIdleCallback (Safari 16)'],
  ['a.checkVisibility()', 'Element.checkVisibility (Safari 16)'],
  ['a.showPopover()', 'HTMLElement.showPopover (Chrome 107, Safari 16, Firefox 115)'],
  ['a.requestClose()', 'HTMLDialogElement.requestClose (Chrome 107, Safari 16, Firefox 115)'],
  ['new Intl.DurationFormat(a)', 'Intl.DurationFormat (Chrome 107, Safari 16, Firefox 115)'],
  ['/(?<!a)b/.test(c)', 'RegExp lookbehind (Safari 16)'],
])('finds what is missing in %s', async (text, feature) => {
  expect(await script(text)).toContain(feature);
});

test.each([
  'new URL(a,b)',
  'a.findLast(b)',
  'Object.hasOwn(a,b)',
  'structuredClone(a)',
  '"function"==typeof AbortSignal.any&&AbortSignal.any([a])',
  'a.checkVisibility?.()',
  '"requestIdleCallback"in window?requestIdleCallback(a):setTimeout(a)',
  'paths.login()',
])('accepts %s', async (text) => {
  expect(await script(text)).toEqual([]);
});

test.each([
  ['.a{color:color-mix(in srgb,var(--b) 9%,#000)}', 'color-mix (Chrome 107, Safari 16)'],
  ['.a{color:light-dark(#000,#fff)}', 'light-dark (Chrome 107, Safari 16, Firefox 115)'],
  ['.a{height:100dvh}', 'dvh (Chrome 107)'],
  ['.a:has(.b){color:red}', ':has (Firefox 115)'],
  ['.a{color:red;&:hover{color:blue}}', '& (Chrome 107, Safari 16, Firefox 115)'],
  ['@starting-style{.a{color:red}}', '@starting-style (Chrome 107, Safari 16, Firefox 115)'],
])('finds what is missing in %s', async (text, feature) => {
  expect(await style(text)).toContain(feature);
});

test('accepts newer styles inside @supports, and properties that browsers skip alone', async () => {
  const guarded = '@supports (height:100dvh){.a{height:100dvh}@media print{.a:has(b){color:red}}}';
  expect(await style(`${guarded}.a{text-wrap:balance;flex-direction:column}`)).toEqual([]);
  expect(await style(`${guarded}.b{height:1dvh}`)).toEqual(['dvh (Chrome 107)']);
});

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../../../..', path), 'utf8');

test('the README names the supported versions, and the tests have the oldest Chromium', () => {
  for (const { name, version } of ENGINES) expect(read('README.md')).toContain(`${name} ${version}`);
  const oldest = ENGINES.find(({ name }) => name === 'Chrome')?.version;
  expect(read('pnpm-workspace.yaml')).toContain(`chromium-${oldest}: npm:@sparticuz/chromium@${oldest}.`);
});
