/** `pnpm brand …`: lists, checks and adds brands. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCommand, WrongArguments } from '@shared/command-line';
import { BRANDS, BrandFile, brandSlugs, readBrands } from '@shared/registry/brand-file';
import { readScreenTable } from '@shared/registry/screen-table';
import { type BrandCheck, checkBrand } from './check-brand.ts';
import { createBrand } from './create-brand.ts';

const HELP = `pnpm brand list                  lists this product's brands
pnpm brand check [slug]          checks one brand, or all of them
pnpm brand add <slug> --name "Company" --color "#3366FF"

For add, all optional:
--short-name <name>              under the icon on a phone, 15 characters at most
--email <address>  --phone <+55…>  --whatsapp <+55…>       support
--terms-link <https://…>  --policy-link <https://…>        legal texts elsewhere
--user-domain <name>             brands that share it share their stored logins
--icon <file.svg>                square; a bolt on the colour if omitted
--logo <file.svg>                for the header; the icon if omitted
--terms <file.txt>  --policy <file.txt>                    legal texts; drafts if omitted

--brands <folder>                folder of the brands, if not shell/public/brands
--dist <folder>                  built web app, if not dist/: no brand may have the path of a screen`;

const text = { type: 'string' } as const;
const options = {
  name: text,
  color: text,
  'short-name': text,
  email: text,
  phone: text,
  whatsapp: text,
  'terms-link': text,
  'policy-link': text,
  'user-domain': text,
  icon: text,
  logo: text,
  terms: text,
  policy: text,
  brands: { type: 'string', default: BRANDS },
  dist: { type: 'string', default: fileURLToPath(new URL('../../../dist', import.meta.url)) },
} as const;

function printCheck(slug: string, { problems, notes }: BrandCheck): void {
  console.log(`${problems.length ? '✗' : '✓'} ${slug}`);
  for (const problem of problems) console.log(`    error: ${problem}`);
  for (const note of notes) console.log(`    note: ${note}`);
}

async function run(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [command, slug] = positionals;
  if (command === 'list') {
    for (const { slug: each, brand } of await readBrands(values.brands))
      console.log(`${each.padEnd(20)} ${brand.color}  ${brand.name}`);
    return 0;
  }
  if (command === 'check') {
    const known = await brandSlugs(values.brands);
    if (slug !== undefined && !known.includes(slug)) throw new Error(`there is no brand '${slug}'`);
    const slugs = slug === undefined ? known : [slug];
    const screenTable = await readScreenTable(values.dist);
    const checks = await Promise.all(
      slugs.map((each) => checkBrand(each, `${values.brands}/${each}`, screenTable)),
    );
    for (const [i, check] of checks.entries()) printCheck(slugs[i] ?? '', check);
    return checks.every(({ problems }) => problems.length === 0) ? 0 : 1;
  }
  if (command === 'add' && slug !== undefined) {
    const { icon, logo, terms, policy } = values;
    const given = brandOf(values);
    const screenTable = await readScreenTable(values.dist);
    const check = await createBrand(values.brands, slug, given, { icon, logo, terms, policy }, screenTable);
    printCheck(slug, check);
    console.log(
      `Created ${values.brands}/${slug}. Next: pnpm start, then open http://localhost:3000/${slug}/`,
    );
    console.log('A browser keeps the first brand that it opened, so use a private window.');
    return 0;
  }
  throw new WrongArguments();
}

function brandOf(values: Partial<Record<keyof typeof options, string>>): BrandFile {
  const { data, error } = BrandFile.safeParse({
    name: values.name,
    shortName: values['short-name'],
    color: values.color,
    supportEmail: values.email,
    supportPhone: values.phone,
    supportWhatsapp: values.whatsapp,
    termsLink: values['terms-link'],
    privacyLink: values['policy-link'],
    userDomain: values['user-domain'],
  });
  if (data) return data;
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
}

await runCommand(HELP, run);
