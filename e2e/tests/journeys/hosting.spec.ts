import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_ID } from '@shared/contract/view-names';
import type { Registry } from '@shared/registry';
import { freePort } from '../../start/ports.ts';
import { ensureNginx } from '../ensure-nginx.ts';
import { findMail, linkOf, newAccount, tokenOf } from '../pages/accounts.ts';
import { NO_VIEW } from '../pages/first-views.ts';
import { ana, BRAND, fillLogin, logInWithForm, PASSWORD } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { DIST } from '../product/start-product.ts';
import { ensureCaddy, startCaddy } from '../servers/caddy.ts';
import { startNginx } from '../servers/nginx.ts';

let nginx: Awaited<ReturnType<typeof startNginx>> | undefined;
let command: string | undefined;
test.beforeAll(async ({ product }) => {
  command = ensureNginx();
  test.skip(!command, 'needs nginx: install it, or run as root where Debian’s can be installed');
  if (command) nginx = await startNginx(command, DIST, product.url);
});
test.afterAll(() => nginx?.stop());

let stopCaddy: (() => Promise<void>) | undefined;
test.afterEach(async () => {
  await stopCaddy?.();
  stopCaddy = undefined;
});
test.use({ baseURL: async ({ product }, use) => use(nginx?.url ?? product.url) });

/** Our server leaves these out of scripts and data, which use the policy of their page. */
const PAGE_HEADERS = [
  'content-security-policy',
  'permissions-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'reporting-endpoints',
];
const FILE_HEADERS = [
  'x-content-type-options',
  'cross-origin-resource-policy',
  'access-control-allow-origin',
  'strict-transport-security',
  'cache-control',
  'content-type',
];

/** Fetches a URL without the first view; its data may have another age in the next response. */
async function fetched(url: string, names = [...PAGE_HEADERS, ...FILE_HEADERS]) {
  const headers = { origin: 'https://other.example', cookie: `${NO_VIEW.name}=${NO_VIEW.value}` };
  const response = await fetch(url, { headers });
  const received = names.map((name) => [name, response.headers.get(name)]);
  return { status: response.status, headers: Object.fromEntries(received), body: await response.text() };
}

async function headersOf(url: string) {
  const { status, headers } = await fetched(url);
  return status === 200 ? { status, headers } : { status };
}

test('nginx sends the same headers as our server for pages, files and missing files', async ({
  product,
  baseURL,
}) => {
  const { remotes } = JSON.parse(readFileSync(join(DIST, 'remotes.json'), 'utf8')) as Registry;
  const [remote] = remotes;
  const script = /src="(\/static\/[^"]+)"/.exec(readFileSync(join(DIST, 'index.html'), 'utf8'))?.[1];
  for (const path of [
    '/',
    `/${BRAND}/extract/recharge/7?a=.js`,
    `/${BRAND}/forgot-password-app/t0ken`,
    '/remotes/operator/',
    `/remotes/operator/${BRAND}/valet/7`,
    '/sw.js',
    `/brands/${BRAND}/terms.txt`,
    `/brands/${BRAND}/icon.svg`,
  ])
    expect(await fetched(`${baseURL}${path}`), path).toEqual(await fetched(`${product.url}${path}`));
  for (const path of [
    script,
    remote?.live.entry.url,
    '/remotes.json',
    `/brands/${BRAND}/manifest.webmanifest`,
  ]) {
    const expected = await fetched(`${product.url}${path}`, FILE_HEADERS);
    expect(await fetched(`${baseURL}${path}`, FILE_HEADERS), path).toEqual(expected);
  }

  // The sandbox adds the card script of the emulator to these two files.
  const config = await fetched(`${baseURL}/config.json`, FILE_HEADERS);
  expect(config.headers).toEqual((await fetched(`${product.url}/config.json`, FILE_HEADERS)).headers);
  const frame = await fetched(`${baseURL}/payment-frame.html`);
  expect(frame.headers).toEqual({
    ...(await fetched(`${product.url}/payment-frame.html`)).headers,
    'content-security-policy': expect.stringMatching(
      /^sandbox allow-scripts; .*script-src 'self'; connect-src 'none';/,
    ),
  });

  for (const path of ['/static/js/gone.0123456789.js', '/remotes/nobody/0.1.0-0/entry.js', '/gone.png']) {
    const { status, headers } = await fetched(`${baseURL}${path}`);
    expect(status, path).toBe(404);
    expect(headers['cache-control'], path).toBeNull();
    expect(headers['x-content-type-options'], path).toBe('nosniff');
  }
});

test('nginx hides the history of the registry', async ({ baseURL }) => {
  for (const path of ['/.remotes/history.jsonl', '//.remotes/history.jsonl', '/%2eremotes/history.jsonl'])
    expect((await fetched(`${baseURL}${path}`)).status, path).toBe(404);
});

test('nginx forwards pages with their first view, and robots.txt', async ({ baseURL }) => {
  const home = async () => (await fetch(`${baseURL}/${BRAND}/`)).text();
  // The server renders its first views while it starts.
  await expect.poll(home).toContain(DATA_ID);
  expect((await fetched(`${baseURL}/robots.txt`)).body).toContain('Sitemap: ');
});

test('nginx serves pages and the registry while the backend is down', async ({ product }) => {
  if (!command) throw new Error('nginx is missing');
  const alone = await startNginx(command, DIST, `http://127.0.0.1:${await freePort()}`);
  for (const path of [`/${BRAND}/`, `/remotes/operator/${BRAND}/valet/7`, '/gone.js'])
    expect(await headersOf(`${alone.url}${path}`), path).toEqual(await headersOf(`${product.url}${path}`));
  expect((await fetched(`${alone.url}/v1/api/Applications/${BRAND}`)).status).toBe(502);
  const served = await fetched(`${alone.url}/remotes.json`, FILE_HEADERS);
  expect(served).toEqual(await fetched(`${product.url}/remotes.json`, FILE_HEADERS));
  await alone.stop();
});

test('the app works from a file server, without our server', async ({ page, product }) => {
  if (!command) throw new Error('nginx is missing');
  const alone = await startNginx(command, DIST, `http://127.0.0.1:${await freePort()}`);
  // The API of another server, which a file server's site would name in its `config.json`.
  await page.route(`${alone.url}/v1/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${product.url}${pathname}${search}` }) });
  });
  await page.goto(`${alone.url}/${BRAND}/`);
  await expect(page.getByRole('heading', { name: 'Estação Trianon' })).toBeVisible();
  await alone.stop();
});

test('nginx forwards the API’s headers unchanged', async ({ product, baseURL }) => {
  const path = `/v1/api/Applications/${BRAND}`;
  expect(await fetched(`${baseURL}${path}`)).toEqual(await fetched(`${product.url}${path}`));
});

test('home, login and live connection work behind nginx', async ({ page }) => {
  const warnings: string[] = [];
  page.on(
    'console',
    (message) => message.text().includes('Permissions-Policy') && warnings.push(message.text()),
  );
  await page.goto(`/${BRAND}/`);
  await expect(page.getByRole('heading', { name: 'Estação Trianon' })).toBeVisible();
  const received = new Promise((resolve) => {
    page.on('websocket', (socket) => {
      if (socket.url().includes('/v1/ws/')) socket.once('framereceived', resolve);
    });
  });
  await logInWithForm(page, ana);
  await received;
  await expect(page.getByRole('dialog', { name: 'Desconectado' })).toHaveCount(0);
  // Chromium for Linux has no Bluetooth.
  expect(warnings.filter((warning) => !warning.includes("'bluetooth'"))).toEqual([]);
});

test('a default nginx logs no token, e-mail or query of the app, also while the backend is down', async ({
  page,
}) => {
  if (!command || !nginx) throw new Error('nginx is missing');
  const email = await newAccount(page.request);
  const socketUrls: string[] = [];
  const opened = new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socketUrls.push(socket.url());
      socket.once('framereceived', resolve);
    });
  });

  // Confirm the e-mail, and set a new password by mail.
  const confirmation = await findMail(page.request, email, /Confirme/);
  await page.goto(linkOf(confirmation));
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect(page).toHaveURL(`/${BRAND}/confirmation-app`);
  await page.goto(`/${BRAND}/forgotPassword`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('dialog', { name: 'E-mail enviado!' })).toBeVisible();
  const reset = await findMail(page.request, email, /nova senha/);
  await page.goto(linkOf(reset));
  await page.getByLabel('Nova senha', { exact: true }).fill(`${PASSWORD}5`);
  await page.getByLabel('Confirme nova senha').fill(`${PASSWORD}5`);
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await page.getByRole('link', { name: 'Ir para o login' }).click();

  // Open the live connection.
  await fillLogin(page, email, `${PASSWORD}5`);
  await opened;
  const session = await page.evaluate((key) => localStorage.getItem(key) ?? '', `token:${BRAND}`);
  expect(session).not.toBe('');
  const tickets = socketUrls.map((url) => new URL(url).searchParams.get('ticket') ?? '');
  expect(tickets).not.toContain('');
  const secrets = [
    email,
    encodeURIComponent(email),
    tokenOf(confirmation),
    tokenOf(reset),
    session,
    ...tickets,
  ];
  expect(socketUrls.filter((url) => url.includes(session))).toEqual([]);

  // Links of earlier mails, and clients that send the token as the API says.
  const paths = [
    `/${BRAND}/forgot-password-app/${tokenOf(reset)}`,
    `/forgot-password-app/${tokenOf(reset)}`,
    `/${BRAND}/redefinePassword?token=${tokenOf(reset)}`,
    `/v1/confirm/${BRAND}/${tokenOf(confirmation)}`,
    `/v1/ws/UserMessages?token=${session}`,
    `/v1/api/ResetPassword/${encodeURIComponent(email)}?app_id=1`,
    `/v1/api/ResetPassword/${email}?app_id=1`,
  ];
  for (const path of paths) await page.request.get(path);
  // A websocket is logged when it closes.
  await page.close();
  await expect.poll(nginx.logs).toContain('/v1/ws/UserMessages" 101 ');
  const alone = await startNginx(command, DIST, `http://127.0.0.1:${await freePort()}`);
  for (const path of paths) await fetch(`${alone.url}${path}`);
  for (const logs of [nginx.logs(), alone.logs()]) {
    expect(logs).toContain('GET /v1/api/ResetPassword/-');
    expect(logs).toContain(`GET /${BRAND}/forgot-password-app/-`);
    for (const secret of secrets) expect(logs.includes(secret), secret).toBe(false);
    expect(logs).not.toContain('?');
  }
  await alone.stop();
});

test('Caddy sends the same headers as our server for pages and files, forwards the API and hides the history of the registry', async ({
  page,
  product,
}) => {
  const caddy = ensureCaddy();
  test.skip(!caddy, 'needs Caddy: install it, or run as root where Debian’s can be installed');
  const url = `http://127.0.0.1:${await freePort()}`;
  stopCaddy = await startCaddy(String(caddy), { url, folder: DIST, backend: product.url });
  /** Caddy names no charset of JSON, which is always UTF-8, and requires TLS where our server doesn't. */
  const comparable = async (address: string, names?: string[]) => {
    const { status, headers } = await fetched(address, names);
    const type = headers['content-type']?.replace(/(json); charset=utf-8/, '$1');
    return {
      status,
      headers: status === 200 && { ...headers, 'content-type': type, 'strict-transport-security': null },
    };
  };
  const { remotes } = JSON.parse(readFileSync(join(DIST, 'remotes.json'), 'utf8')) as Registry;
  const script = /src="(\/static\/[^"]+)"/.exec(readFileSync(join(DIST, 'index.html'), 'utf8'))?.[1];
  for (const path of [
    script,
    remotes[0]?.live.entry.url,
    '/remotes/operator/mf-manifest.json',
    '/sw.js',
    '/remotes.json',
    `/brands/${BRAND}/manifest.webmanifest`,
    `/brands/${BRAND}/icon.svg`,
    `/v1/api/Applications/${BRAND}`,
  ])
    expect(await comparable(`${url}${path}`, FILE_HEADERS), path).toEqual(
      await comparable(`${product.url}${path}`, FILE_HEADERS),
    );
  for (const path of ['/', `/${BRAND}/extract`, '/remotes/operator/', '/gone.js'])
    expect(await comparable(`${url}${path}`), path).toEqual(await comparable(`${product.url}${path}`));
  expect((await fetched(`${url}/.remotes/history.jsonl`)).status).toBe(404);
  await page.goto(`${url}/${BRAND}/`);
  await logInWithForm(page, ana);
  await expect(page.getByRole('heading', { name: 'Estação Trianon' })).toBeVisible();
});
