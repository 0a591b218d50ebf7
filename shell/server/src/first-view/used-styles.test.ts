import { expect, test } from '@rstest/core';
import { usedStyles } from './used-styles.ts';

const HTML = '<main class="page wide"><p class="text">.hidden</p></main>';
const used = (css: string) => usedStyles(css, HTML);

test('keeps rules without a class, and those with only classes that occur', () => {
  expect(used('a{x:1}.page{x:2}.page .text:hover{x:3}.page .gone{x:4}.gone{x:5}')).toBe(
    'a{x:1}.page{x:2}.page .text:hover{x:3}',
  );
});

test('keeps the selectors of a list that can match', () => {
  expect(used('.gone,.text,:is(.page,a)>b{x:1}')).toBe('.text,:is(.page,a)>b{x:1}');
});

test('ignores classes that are negated', () => {
  expect(used('.page:not(.gone){x:1}')).toBe('.page:not(.gone){x:1}');
});

test('filters groups, drops empty ones and keeps statements', () => {
  expect(used('@layer a, b;@media (width>1px){.gone{x:1}}@layer a{@media print{.page{x:1}.gone{x:2}}}')).toBe(
    '@layer a, b;@layer a{@media print{.page{x:1}}}',
  );
});

test('keeps animations that a kept rule uses', () => {
  const frames = '@keyframes turn{to{rotate:360deg}}@keyframes gone{0%{x:1}to{x:2}}';
  expect(used(`.page{animation:turn 1s}.gone{animation:gone 1s}${frames}`)).toBe(
    '.page{animation:turn 1s}@keyframes turn{to{rotate:360deg}}',
  );
});

test('reads braces and quotes in strings', () => {
  expect(used('.page:before{content:"}{\\""}.gone{content:\'{\'}.text{x:1}')).toBe(
    '.page:before{content:"}{\\""}.text{x:1}',
  );
});
