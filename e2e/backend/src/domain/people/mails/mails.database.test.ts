import { PassThrough } from 'node:stream';
import { expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { html } from '@shell/server/html';
import { createOutbox } from '../../../platform/mail/outbox.ts';
import { callApi, startTestBackend } from '../../../testing/test-backend.ts';
import { accountDeletedMail, confirmationMail, passwordChangedMail, resetMail } from './templates.ts';

const person = { email: 'ana@example.com', name: 'Ana <b>Souza</b>' };
const brand = { name: 'Marca "&" Cia', color: '#FFD400' };
const link = 'https://app.example/marca/forgot-password-app/abc';

test('names the brand, the action and its expiry in a mail with a link, in text and HTML', () => {
  for (const mail of [resetMail(person, brand, link), confirmationMail(person, brand, link)]) {
    expect(mail).toMatchObject({ to: 'ana@example.com', from: brand.name });
    expect(mail.text).toContain('Olá, Ana!');
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.html).toContain('Marca &quot;&amp;&quot; Cia');
  }
});

test('names the support contact and contains no link in a notice, in text and HTML', () => {
  const supported = { ...brand, supportEmail: 'oi@marca.example', supportPhone: null, supportWhatsapp: null };
  for (const mail of [passwordChangedMail(person, supported), accountDeletedMail(person, supported)]) {
    expect(mail).toMatchObject({ to: 'ana@example.com', from: brand.name });
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain('Olá, Ana!');
      expect(form).toContain('fale com o suporte: e-mail oi@marca.example.');
      expect(form).not.toMatch(/http|href/);
    }
    expect(mail.html).toContain('Marca &quot;&amp;&quot; Cia');
  }
});

test('mentions the support in a notice even if the brand has no support contact', () => {
  const unsupported = { ...brand, supportEmail: null, supportPhone: null, supportWhatsapp: null };
  expect(accountDeletedMail(person, unsupported).text).toContain('fale com o suporte.');
});

test('escapes every value in a template', () => {
  expect(html`<p>${`<img src=x onerror='a("&")'>`}</p>`).toBe(
    '<p>&lt;img src=x onerror=&#39;a(&quot;&amp;&quot;)&#39;&gt;</p>',
  );
});

test('lists the newest hundred mails first in the outbox, with their links', async () => {
  const outbox = createOutbox(() => new Date('2026-03-02T15:00:00Z'));
  for (let i = 0; i < 105; i++) await outbox.store(resetMail(person, brand, `${link}-${i}`));
  expect(outbox.mails()).toHaveLength(100);
  expect(outbox.mails()[0]).toMatchObject({
    to: 'ana@example.com',
    links: [`${link}-104`],
    at: '2026-03-02T15:00:00.000Z',
  });
  expect(outbox.mails()[0]).not.toHaveProperty('html');
});

test('warns at start and sends nothing in production without a mail server', async () => {
  let log = '';
  const logTo = new PassThrough().on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const backend = await startTestBackend({ logLevel: 'warn', logTo });
  await expect.poll(() => log).toContain('SMTP_URL is not set');
  const query = { app_id: '1' };
  const body = { name: 'Ana Souza', email: 'ana@example.com', password: 'senha-1' };
  expect(await callApi(backend, calls.register, { body, query })).toMatchObject({ status: 200 });
  expect(await callApi(backend, calls.requestReset, { path: { email: body.email }, query })).toMatchObject({
    status: 503,
  });
  expect(backend.context.mailer.outbox()).toEqual([]);
  await backend.close();
});
