import { expect, test } from '@rstest/core';
import fc from 'fast-check';
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
  // With the country code, as pasted or autofilled.
  ['+551134567890', '(11) 3456-7890'],
  ['005511934567890', '(11) 93456-7890'],
  ['5511934567890', '(11) 93456-7890'],
  ['55 (11) 93456-7890', '(11) 93456-7890'],
  ['551134567890', '(11) 3456-7890'],
  ['+55 55 99912-3456', '(55) 99912-3456'],
  ['(+55) 11 93456-7890', '(11) 93456-7890'],
  ['tel:+55-11-93456-7890', '(11) 93456-7890'],
  // With the 0 of a call to another area, alone, before a carrier's code or after the country code.
  ['011 98765-4321', '(11) 98765-4321'],
  ['011987654321', '(11) 98765-4321'],
  ['(011) 98765-4321', '(11) 98765-4321'],
  ['0 11 3456-7890', '(11) 3456-7890'],
  ['015 11 98765-4321', '(11) 98765-4321'],
  ['0 15 11 3456-7890', '(11) 3456-7890'],
  ['0xx11 98765-4321', '(11) 98765-4321'],
  ['055 99912-3456', '(55) 99912-3456'],
  ['+55 (0) 11 98765-4321', '(11) 98765-4321'],
  ['0055 011 98765-4321', '(11) 98765-4321'],
  ['55 011 98765-4321', '(11) 98765-4321'],
  // Of a contact list or another keyboard: other spaces, invisible characters, other digits.
  ['+55\u00a011\u00a098765\u20114321', '(11) 98765-4321'],
  ['\u202a+55 11 98765-4321\u202c', '(11) 98765-4321'],
  ['\u200b011\u202f98765-4321\ufeff', '(11) 98765-4321'],
  ['\u0660\u0661\u0661 \u0669\u0668\u0667\u0666\u0665-\u0664\u0663\u0662\u0661', '(11) 98765-4321'],
  [
    '\uff0b\uff15\uff15 \uff11\uff11 \u06f9\u06f8\u06f7\u06f6\u06f5-\u06f4\u06f3\u06f2\u06f1',
    '(11) 98765-4321',
  ],
  // 55 is also an area code; surplus digits are dropped.
  ['55999123456', '(55) 99912-3456'],
  ['(55) 99912-34567', '(55) 99912-3456'],
  ['559991234567', '(55) 99912-3456'],
  ['(55) 99321-45678', '(55) 99321-4567'],
  ['5(51) 93456-7890', '(55) 19345-6789'],
])('masks %s as %s', (typed, shown) => expect(maskPhone(typed)).toBe(shown));

test.each(['11', '55', '99'])('drops a digit typed after a complete number of area %s', (ddd) => {
  const type = (shown: string, key: string) => maskPhone(shown + key);
  fc.assert(
    fc.property(fc.stringMatching(/^9\d{8}$/), fc.stringMatching(/^\d$/), (number, extra) => {
      const whole = [...ddd, ...number].reduce(type, '');
      expect(phoneDigits(whole)).toBe(ddd + number);
      expect(type(whole, extra)).toBe(whole);
      expect([...'+55', ...ddd, ...number].reduce(type, '')).toBe(whole);
    }),
  );
});

test('removes a 0 typed before the area code once the number is complete', () =>
  expect([...'011987654321'].reduce((shown, key) => maskPhone(shown + key), '')).toBe('(11) 98765-4321'));

test('accepts eight or nine digits after an area code', () => {
  for (const good of ['(11) 3456-7890', '11934567890']) expect(isPhone(good)).toBe(true);
  for (const bad of ['', '(11) 3456-789', '(01) 3456-7890', '(10) 93456-7890', '934567890'])
    expect(isPhone(bad)).toBe(false);
  expect(phoneDigits('(11) 93456-7890')).toBe('11934567890');
});
