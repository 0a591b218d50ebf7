import { expect, test } from '@rstest/core';
import { supportOf } from './support.ts';
import { supportPhoneOf } from './support-phone.ts';

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

test.each([
  ['(11) 4002-8922', { url: 'tel:+551140028922', number: '(11) 4002-8922' }],
  ['+55 11 91234-5678', { url: 'tel:+5511912345678', number: '+55 11 91234-5678' }],
  ['0800 123 4567', { url: 'tel:08001234567', number: '0800 123 4567' }],
  ['4004-1234', { url: 'tel:40041234', number: '4004-1234' }],
  ['javascript:alert(1)', undefined],
  ['tel:123', undefined],
  ['', undefined],
])('builds a link from the telephone number %s', (appEmailSupportPhoneNumber, phone) => {
  expect(supportPhoneOf({ appEmailSupportPhoneNumber })).toEqual(phone);
});

test('returns no links for a brand without a record', () => {
  expect(supportOf(undefined)).toEqual({});
});
