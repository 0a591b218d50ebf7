import { expect, test } from '@rstest/core';
import { type Brand, PRODUCT, type RunnableRemote } from '@shared/contract';
import { renderScreen } from '@shared/testing';
import { screen } from '@testing-library/react';
import fc from 'fast-check';
import { PrivacyScreen, TermsScreen, webLink } from './legal-screen.tsx';
import { textPage } from './legal-text.ts';

const legal: RunnableRemote = {
  name: 'shell',
  routes: [
    { path: 'terms-of-use', lazy: async () => ({ Component: TermsScreen }) },
    { path: 'privacy-policy', lazy: async () => ({ Component: PrivacyScreen }) },
  ],
};
const OWN = '/brands/marca/terms.txt';
const DEFAULT = `/brands/${PRODUCT.slug}/terms.txt`;
const text = (words: string) => () => new Response(words, { headers: { 'Content-Type': 'text/plain' } });
const page = (type: string) => () =>
  new Response('<!doctype html><title>shell</title>', { headers: { 'Content-Type': type } });

function show(files: Record<string, () => Response>, at = '/marca/terms-of-use', brand: Partial<Brand> = {}) {
  const view = renderScreen(legal, { at, brand, cameFrom: '/marca/register' });
  const requests: string[] = [];
  globalThis.fetch = async (input) => {
    const { pathname } = new URL(new Request(input).url);
    requests.push(pathname);
    return files[pathname]?.() ?? new Response('', { status: 404 });
  };
  return { ...view, requests };
}
const shownText = async (name = 'Termos de uso') => {
  const src = (await screen.findByTitle(name)).getAttribute('src') ?? '';
  return decodeURIComponent(src.replace('data:text/html;charset=utf-8,', ''));
};

test("shows the brand's text in a frame without any permissions", async () => {
  const { requests } = show({ [OWN]: text('Termos da Marca') });
  expect(await shownText()).toContain('<p>Termos da Marca</p>');
  expect(screen.getByTitle('Termos de uso')).toHaveAttribute('sandbox', '');
  expect(screen.getByRole('heading', { name: 'Termos de uso' })).toBeInTheDocument();
  expect(requests).toEqual([OWN]);
});

test("shows the privacy policy's own text", async () => {
  show({ '/brands/marca/policy.txt': text('Privacidade da Marca') }, '/marca/privacy-policy');
  expect(await shownText('Política de privacidade')).toContain('Privacidade da Marca');
});

const fallbackCases: [what: string, respond: () => Response][] = [
  ['a missing file', () => new Response('', { status: 404 })],
  ['a web page', page('text/html; charset=utf-8')],
  ['a web page that calls itself text', page('text/plain')],
];
for (const [what, response] of fallbackCases)
  test(`falls back to the default brand's text when it gets ${what}`, async () => {
    const { requests } = show({ [OWN]: response, [DEFAULT]: text('Termos de todos') });
    expect(await shownText()).toContain('Termos de todos');
    expect(requests).toEqual([OWN, DEFAULT]);
  });

test('shows a server failure instead of falling back, and retries on request', async () => {
  const files = { [OWN]: () => new Response('', { status: 503 }), [DEFAULT]: text('Termos de todos') };
  const { user, requests } = show(files);
  expect(await screen.findByRole('alert')).toHaveTextContent('Falha no servidor. Por favor tente novamente.');
  expect(requests).toEqual([OWN]);
  files[OWN] = text('Termos da Marca');
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await shownText()).toContain('Termos da Marca');
});

test('shows a message when there is no text at all', async () => {
  show({});
  expect(await screen.findByRole('alert')).toHaveTextContent('Falha no servidor.');
});

test('shows a message without a connection, and keeps the back button', async () => {
  const { user, currentPath } = show({ [OWN]: () => Response.error() });
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Sua conexão está instável.');
  await user.click(screen.getAllByRole('button', { name: 'Voltar' })[0] ?? document.body);
  expect(currentPath()).toBe('/marca/register');
});

test("offers the record's link if it is a web page", async () => {
  show({ [OWN]: text('Termos') }, undefined, { appTermsAndConditionsLink: 'https://marca.example/termos' });
  const link = await screen.findByRole('link', { name: 'Abrir no site da empresa' });
  expect(link).toHaveAttribute('href', 'https://marca.example/termos');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test("doesn't offer a link that runs code or hides its target", () => {
  for (const given of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'termos',
    '',
    undefined,
  ])
    expect(webLink(given)).toBeUndefined();
});

test('separates paragraphs from their headings', () => {
  expect(textPage('t', 'Um\nparágrafo.\n\n1. Título\r\nTexto: aqui.\n \n\nFim')).toContain(
    '<h2>Um</h2><p>parágrafo.</p><h2>1. Título</h2><p>Texto: aqui.</p><p>Fim</p>',
  );
});

test('renders any legal text as plain text', () => {
  const sign = fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    "'",
    '\n',
    '\n\n',
    'script',
    '/',
    'a',
    '\r\n',
    '-->',
    '&lt;',
  );
  fc.assert(
    fc.property(
      fc.array(sign).map((signs) => signs.join('')),
      (given) => {
        const { body } = new DOMParser().parseFromString(textPage(given, given), 'text/html');
        expect([...body.children].every(({ tagName }) => tagName === 'P' || tagName === 'H2')).toBe(true);
        expect(body.querySelector('p *, h2 *')).toBeNull();
        expect(body.textContent?.replace(/\s/g, '')).toBe(given.replace(/\s/g, ''));
      },
    ),
  );
});
