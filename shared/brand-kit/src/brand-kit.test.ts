/** Creates, checks and publishes brands in a temporary folder. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { BRANDS, type BrandFile, readBrands } from '@shared/registry/brand-file';
import fc from 'fast-check';
import { checkBrand } from './check-brand.ts';
import { createBrand, placeholderIcon } from './create-brand.ts';
import { publishBrands } from './publish-brands.ts';
import { svgProblems } from './svg.ts';

const COMMAND = fileURLToPath(new URL('./brand-command.ts', import.meta.url));
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';
const marca: BrandFile = { name: 'Marca Nova', color: '#FFD400', supportEmail: 'oi@marca.example' };
let work: string;
let brands: string;

beforeEach(async () => {
  work = await mkdtemp(`${tmpdir()}/brands-`);
  brands = `${work}/brands`;
  await mkdir(brands);
});
afterEach(() => rm(work, { recursive: true }));

const read = (path: string) => readFile(`${work}/${path}`, 'utf8');

test('creates a brand with every required file and notes which texts are drafts', async () => {
  const check = await createBrand(brands, 'marca', marca, {});
  expect(check.problems).toEqual([]);
  expect(check.notes).toEqual([
    'no logo.svg: the icon is shown instead',
    'terms.txt is still a draft',
    'policy.txt is still a draft',
  ]);
  expect((await readdir(`${brands}/marca`)).sort()).toEqual([
    'brand.json',
    'icon.svg',
    'policy.txt',
    'terms.txt',
  ]);
  expect(await read('brands/marca/terms.txt')).toContain('Marca Nova');
  expect(await readBrands(brands)).toMatchObject([{ slug: 'marca', brand: marca }]);
});

const refused: [why: string, slug: string, brand: object, file: string | undefined, message: string][] = [
  ['an invalid slug', 'Marca!', {}, undefined, 'is not a slug'],
  ['a slug that escapes the folder', '../marca', {}, undefined, 'is not a slug'],
  ['a slug that names a screen', 'charger', {}, undefined, 'is the name of a screen'],
  [
    'a slug that names a folder of the web app',
    'remotes',
    {},
    undefined,
    'is the name of a screen or of a folder',
  ],
  ['an icon that is not an SVG', 'marca', {}, 'hello', 'icon.svg is not an SVG'],
  ['a truncated icon', 'marca', {}, SVG.slice(0, 80), 'icon.svg is not an SVG that can be drawn'],
  ['an icon that is not square', 'marca', {}, SVG.replace('0 0 8 8', '0 0 9 8'), 'icon.svg is not square'],
  ['an icon with a script', 'marca', {}, SVG.replace('</svg>', '<script>1</script></svg>'), 'has a script'],
  ['an icon with an event handler', 'marca', {}, SVG.replace('<path', '<path onload="x()"'), 'event handler'],
  ['an icon with text', 'marca', {}, SVG.replace('</svg>', '<text>M</text></svg>'), 'convert it to paths'],
  [
    'an icon that loads a remote file',
    'marca',
    {},
    SVG.replace('</svg>', '<image href="https://a.example/x.png"/></svg>'),
    'loads something from elsewhere',
  ],
];
for (const [why, slug, brand, icon, message] of refused)
  test(`rejects ${why} and leaves no files behind`, async () => {
    const file = `${work}/given.svg`;
    if (icon !== undefined) await writeFile(file, icon);
    const created = createBrand(
      brands,
      slug,
      { ...marca, ...brand },
      icon === undefined ? {} : { icon: file },
      new Map([['charger', { segment: 'charger' }]]),
    );
    await expect(created).rejects.toThrow(message);
    expect(await readdir(brands)).toEqual([]);
  });

test('does not overwrite an existing brand', async () => {
  await createBrand(brands, 'marca', marca, {});
  const original = await read('brands/marca/brand.json');
  await expect(createBrand(brands, 'marca', { ...marca, color: '#000000' }, {})).rejects.toThrow('already');
  expect(await read('brands/marca/brand.json')).toBe(original);
});

test('validates the fields of brand.json and rejects misspelt ones', async () => {
  await createBrand(brands, 'marca', marca, {});
  const problemsOf = async (record: object) => {
    await writeFile(`${brands}/marca/brand.json`, JSON.stringify({ ...marca, ...record }));
    return (await checkBrand('marca', `${brands}/marca`)).problems.join();
  };
  expect(await problemsOf({})).toBe('');
  expect(await problemsOf({ color: 'blue' })).toContain('color is not a colour such as');
  expect(await problemsOf({ name: ' ' })).toContain('name is empty');
  expect(await problemsOf({ colour: '#000000' })).toContain("unknown key 'colour'");
  expect(await problemsOf({ termsLink: 'javascript:alert(1)' })).toContain('termsLink is not a URL');
  expect(await problemsOf({ supportWhatsapp: '11 9999' })).toContain('supportWhatsapp is not a number');
});

test('rejects a web page as a legal text and requires texts of the default brand only', async () => {
  await createBrand(brands, 'marca', marca, {});
  await rm(`${brands}/marca/terms.txt`);
  await writeFile(`${brands}/marca/policy.txt`, '<!DOCTYPE html><title>Privacidade</title>');
  const check = await checkBrand('marca', `${brands}/marca`);
  expect(check.notes).toContain("no terms.txt: the default brand's is shown");
  expect(check.problems).toEqual(['policy.txt is a web page, not text']);
  await cp(`${BRANDS}/${PRODUCT.slug}`, `${brands}/${PRODUCT.slug}`, { recursive: true });
  await rm(`${brands}/${PRODUCT.slug}/terms.txt`);
  const { problems } = await checkBrand(PRODUCT.slug, `${brands}/${PRODUCT.slug}`);
  expect(problems).toEqual(['terms.txt is missing']);
});

test('publishes a web app manifest that makes a brand installable', async () => {
  await createBrand(brands, 'marca', { ...marca, shortName: 'Marca' }, {});
  await publishBrands(`${work}/site`, brands);
  const manifest = JSON.parse(await read('site/brands/marca/manifest.webmanifest'));
  expect(manifest).toMatchObject({
    id: '/marca/',
    name: 'Marca Nova',
    short_name: 'Marca',
    start_url: '/marca/',
    scope: '/marca/',
    display: 'standalone',
    theme_color: '#FFD400',
  });
  for (const { src, sizes, type } of manifest.icons) {
    const file = await readFile(`${work}/site${src}`);
    if (type !== 'image/png') continue;
    expect(file.subarray(1, 4).toString()).toBe('PNG');
    expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes);
  }
  expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable');
});

test('publishes nothing if one brand is invalid', async () => {
  await createBrand(brands, 'marca', marca, {});
  await createBrand(brands, 'outra', marca, {});
  await writeFile(`${brands}/outra/brand.json`, '{');
  await expect(publishBrands(`${work}/site`, brands)).rejects.toThrow('brands/outra: brand.json is not JSON');
  expect(await readdir(work)).not.toContain('site');
});

test('draws a valid placeholder icon for any colour', async () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
  await fc.assert(
    fc.asyncProperty(color, async (hex) => {
      expect(await svgProblems(placeholderIcon(hex), true)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test("this product's own brands have no problems and no notes", async () => {
  for (const { slug } of await readBrands()) {
    const check = await checkBrand(slug, `${BRANDS}/${slug}`);
    expect(check).toMatchObject({ problems: [], notes: [] });
  }
});

test('the command adds, lists and checks brands, and reports problems', async () => {
  const run = async (...args: string[]) => {
    const ran = promisify(execFile)(process.execPath, [COMMAND, ...args, '--brands', brands]);
    return ran.then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
    );
  };
  expect(await run('add', 'marca')).toMatchObject({
    code: 1,
    output: expect.stringContaining('name text is missing'),
  });
  expect(await readdir(brands)).toEqual([]);
  const added = await run('add', 'marca', '--name', 'Marca', '--color', '#10204A');
  expect(added).toMatchObject({ code: 0, output: expect.stringContaining('✓ marca') });
  expect((await run('list')).output).toContain('#10204A  Marca');
  expect(await run('check', 'marca')).toMatchObject({ code: 0 });
  expect(await run('check', 'outra')).toMatchObject({ code: 1, output: "there is no brand 'outra'\n" });
  await rm(`${brands}/marca/icon.svg`);
  expect(await run('check')).toMatchObject({
    code: 1,
    output: expect.stringContaining('icon.svg is missing'),
  });
});
