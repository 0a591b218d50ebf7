import { expect, test } from '@rstest/core';
import { isPhone, maskPhone, phoneDigits } from './phone.ts';

test.each([
  ['', ''],
  ['1', '(1'],
  ['11', '(11'],
  ['113', '(11) 3'],
  ['1134567', '(11) 3456-7'],
  ['1134567890', '(11) 3456-7890'],
  ['11934567890', '(11) 93456-7890'],
  ['119345678901', '(11) 93456-7890'],
  ['+55 11 93456-7890', '(11) 93456-7890'],
  ['(11) 93456-7890', '(11) 93456-7890'],
])('%s is shown as %s', (typed, shown) => expect(maskPhone(typed)).toBe(shown));

test('eight or nine digits after an area code are a phone number', () => {
  for (const good of ['(11) 3456-7890', '11934567890']) expect(isPhone(good)).toBe(true);
  for (const bad of ['', '(11) 3456-789', '(01) 3456-7890', '(10) 93456-7890', '934567890'])
    expect(isPhone(bad)).toBe(false);
  expect(phoneDigits('(11) 93456-7890')).toBe('11934567890');
});
