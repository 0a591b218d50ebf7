import { expect, test } from '@rstest/core';
import { supportOf } from './support.ts';

const whatsapp = (appEmailSupportWhatsappNumber: string) =>
  supportOf({ appEmailSupportWhatsappNumber }).whatsapp;
const email = (appEmailSupportAddress: string) => supportOf({ appEmailSupportAddress }).email;

test('a WhatsApp number becomes a link, whatever its dress', () => {
  expect(whatsapp('+55 (11) 91234-5678')).toBe('https://wa.me/5511912345678');
  expect(whatsapp('(11) 91234-5678')).toBe('https://wa.me/5511912345678');
  expect(whatsapp('https://wa.me/5511912345678')).toBe('https://wa.me/5511912345678');
});

test.each(['javascript:alert(1)', 'https://evil.example/wa.me', 'http://wa.me/1', '123', 'ligue já', ''])(
  'no WhatsApp link is made of %s',
  (given) => {
    expect(whatsapp(given)).toBeUndefined();
  },
);

test('an e-mail address becomes a link, anything else does not', () => {
  expect(email('ajuda@marca.example')).toBe('mailto:ajuda@marca.example');
  expect(email('mailto:ajuda@marca.example')).toBe('mailto:ajuda@marca.example');
  expect(email('javascript:alert(1)')).toBeUndefined();
  expect(email('a@b.example?bcc=c@d.example')).toBeUndefined();
});

test('a brand without a record has no links', () => {
  expect(supportOf(undefined)).toEqual({});
});
