import { expect, test } from '@rstest/core';
import { supportOf } from './support.ts';

const whatsapp = (appEmailSupportWhatsappNumber: string) =>
  supportOf({ appEmailSupportWhatsappNumber }).whatsapp;
const email = (appEmailSupportAddress: string) => supportOf({ appEmailSupportAddress }).email;

test('builds a WhatsApp link from a number in any format', () => {
  expect(whatsapp('+55 (11) 91234-5678')).toBe('https://wa.me/5511912345678');
  expect(whatsapp('(11) 91234-5678')).toBe('https://wa.me/5511912345678');
  expect(whatsapp('https://wa.me/5511912345678')).toBe('https://wa.me/5511912345678');
});

test.each(['javascript:alert(1)', 'https://evil.example/wa.me', 'http://wa.me/1', '123', 'ligue já', ''])(
  'builds no WhatsApp link from %s',
  (given) => {
    expect(whatsapp(given)).toBeUndefined();
  },
);

test('builds a link from an e-mail address, and from nothing else', () => {
  expect(email('ajuda@marca.example')).toBe('mailto:ajuda@marca.example');
  expect(email('mailto:ajuda@marca.example')).toBe('mailto:ajuda@marca.example');
  expect(email('javascript:alert(1)')).toBeUndefined();
  expect(email('a@b.example?bcc=c@d.example')).toBeUndefined();
});

test('returns no links for a brand without a record', () => {
  expect(supportOf(undefined)).toEqual({});
});
