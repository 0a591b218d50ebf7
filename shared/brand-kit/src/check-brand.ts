/** Checks that a brand's folder has everything that the web app needs. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { PRODUCT, type ScreenTable } from '@shared/contract';
import { type BrandFile, parseBrandFile, slugProblem } from '@shared/registry/brand-file';
import { brandTheme, DARK_SURFACE, LIGHT_SURFACE } from '@shared/ui/brand-theme';
import { contrast, parseColor } from '@shared/ui/color';
import { svgProblems } from './svg.ts';

/** Marks the draft texts of a new brand. */
const PLACEHOLDER = '[RASCUNHO]';
const FILES = ['brand.json', 'icon.svg', 'logo.svg', 'terms.txt', 'policy.txt'];
const AA = 4.5;

export interface BrandCheck {
  brand?: BrandFile | undefined;
  /** Reasons not to publish the brand. */
  problems: string[];
  /** Allowed, but worth knowing. */
  notes: string[];
}

/**
 * Returns the brand in a folder, and its problems.
 * @param slug separate from `folder`, since a new brand is checked in a temporary folder
 * @param screenTable of the remotes; a slug must not equal one
 */
export async function checkBrand(
  slug: string,
  folder: string,
  screenTable: ScreenTable = new Map(),
): Promise<BrandCheck> {
  const { brand, problems } = await checkRecord(folder);
  const badSlug = slugProblem(slug, screenTable);
  const icon = await checkPicture(folder, 'icon.svg', true);
  const logo = existsSync(`${folder}/logo.svg`) ? await checkPicture(folder, 'logo.svg', false) : [];
  const texts = [await checkText(slug, folder, 'terms.txt'), await checkText(slug, folder, 'policy.txt')];
  const unknown = (await readdir(folder)).filter((name) => !FILES.includes(name) && !name.startsWith('.'));
  return {
    brand,
    problems: [
      ...(badSlug ? [badSlug] : []),
      ...problems,
      ...icon,
      ...logo,
      ...texts.flatMap((text) => text.problems),
      ...unknown.map((name) => `${name} is not one of a brand's files: ${FILES.join(', ')}`),
    ],
    notes: [
      ...(existsSync(`${folder}/logo.svg`) ? [] : ['no logo.svg: the icon is shown instead']),
      ...(brand && !brand.supportEmail && !brand.supportWhatsapp
        ? ['no e-mail address or WhatsApp number for support']
        : []),
      ...texts.flatMap((text) => text.notes),
    ],
  };
}

async function checkRecord(folder: string): Promise<{ brand?: BrandFile | undefined; problems: string[] }> {
  if (!existsSync(`${folder}/brand.json`)) return { problems: ['brand.json is missing'] };
  const { brand, problems } = parseBrandFile(await readFile(`${folder}/brand.json`, 'utf8'));
  if (!brand) return { problems };
  return { brand, problems: isReadable(brand.color) ? [] : [`${brand.color} can't be made readable`] };
}

/** Returns whether the derived colours have the contrast of WCAG 2.2 SC 1.4.3 (AA). */
function isReadable(color: string): boolean {
  const theme = brandTheme(color, PRODUCT.color);
  const pairs = [
    [theme['--on-brand'], theme['--brand']],
    [theme['--brand-text-light'], LIGHT_SURFACE],
    [theme['--brand-text-dark'], DARK_SURFACE],
  ];
  return pairs.every(([text = '', background = '']) => {
    const [textColor, backgroundColor] = [parseColor(text), parseColor(background)];
    if (textColor === undefined || backgroundColor === undefined) return false;
    return contrast(textColor, backgroundColor) >= AA;
  });
}

async function checkPicture(folder: string, name: string, square: boolean): Promise<string[]> {
  if (!existsSync(`${folder}/${name}`)) return [`${name} is missing`];
  const problems = await svgProblems(await readFile(`${folder}/${name}`, 'utf8'), square);
  return problems.map((problem) => `${name} ${problem}`);
}

async function checkText(slug: string, folder: string, name: string) {
  if (!existsSync(`${folder}/${name}`)) {
    if (slug === PRODUCT.slug) return { problems: [`${name} is missing`], notes: [] };
    return { problems: [], notes: [`no ${name}: the default brand's is shown`] };
  }
  const bytes = await readFile(`${folder}/${name}`);
  const text = bytes.toString('utf8');
  const problems = [
    ...(text.trim() ? [] : ['is empty']),
    ...(text.includes('\uFFFD') ? ['is not in UTF-8'] : []),
    ...(/^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text) ? ['is a web page, not text'] : []),
  ];
  return {
    problems: problems.map((problem) => `${name} ${problem}`),
    notes: text.includes(PLACEHOLDER) ? [`${name} is still a draft`] : [],
  };
}
