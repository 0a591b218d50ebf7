import { expect, test } from '@rstest/core';
import { preloadLinks } from './preload.ts';
import { type Registry, RemoteScreen } from './registry.ts';

/** The other fields of a version. */
const described = (segments: string[]) => ({
  title: undefined,
  owner: undefined,
  budgetKb: undefined,
  fills: [],
  screens: segments.map((segment) => RemoteScreen.parse({ segment })),
});
const file = (url: string) => ({ url, integrity: `sha384-${url}` });
const registry: Registry = {
  remotes: [
    {
      name: 'sites',
      previous: undefined,
      live: {
        version: '1',
        contract: '^1.0.0',
        ...described(['', 'charger']),
        entry: file('/sites/entry.js'),
        preload: {
          '*': [file('/sites/remote.js')],
          '': [file('/sites/home.js'), file('/sites/home.css')],
          charger: [file('/sites/site.js')],
          'charger/prices': [file('/sites/prices.js')],
        },
      },
    },
  ],
};
const urlsAt = (pathname: string, of = registry) =>
  preloadLinks(of, pathname).map((link) => /<(.*)>/.exec(link)?.[1]);

test('links every file that the home needs', () => {
  expect(urlsAt('/brand/')).toEqual([
    '/remotes.json',
    '/config.json',
    '/sites/entry.js',
    '/sites/remote.js',
    '/sites/home.js',
    '/sites/home.css',
  ]);
});

test("links a screen's own chunks and not those of another screen", () => {
  expect(urlsAt('/brand/charger/7')).toContain('/sites/site.js');
  expect(urlsAt('/brand/charger/7')).not.toContain('/sites/home.js');
});

test('uses the longest preload key that the path starts with', () => {
  expect(urlsAt('/brand/charger/prices/7')).toContain('/sites/prices.js');
  expect(urlsAt('/brand/charger/prices/7')).not.toContain('/sites/site.js');
  expect(urlsAt('/brand/charger/')).toContain('/sites/site.js');
  expect(urlsAt('/charger/prices')).toContain('/sites/prices.js');
});

test('links only the data files for a path that no remote owns', () => {
  expect(urlsAt('/brand/login')).toEqual(['/remotes.json', '/config.json']);
});

test('treats a path without a brand as the path that it redirects to', () => {
  expect(urlsAt('/')).toContain('/sites/home.js');
  expect(urlsAt('/charger/7')).toContain('/sites/site.js');
});

test('links each file with its type and its integrity', () => {
  const links = preloadLinks(registry, '/brand/');
  expect(links[0]).toBe('</remotes.json>; rel=preload; as=fetch; crossorigin=anonymous');
  expect(links[2]).toBe(
    '</sites/entry.js>; rel=preload; as=script; integrity="sha384-/sites/entry.js"; crossorigin=anonymous',
  );
  expect(links[5]).toContain('as=style');
});

test('links no ES modules, which browsers would fetch again', () => {
  const remotes = registry.remotes.map((entry) => ({
    ...entry,
    live: { ...entry.live, container: 'module' as const },
  }));
  expect(urlsAt('/brand/', { remotes })).toEqual(['/remotes.json', '/config.json']);
});
