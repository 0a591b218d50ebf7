/** Words about releases: Portuguese ones for the developer panel and the releases screen, and options. */
import type { LoadPhase, Recovery } from './counted.ts';

/** What failed. */
export const PHASE_WORDS: Readonly<Record<LoadPhase, string>> = {
  registry: 'registro de versões',
  script: 'download',
  integrity: 'arquivo alterado',
  init: 'início',
  factory: 'módulo',
  render: 'exibição',
};

/** What showed the screen after all. */
export const RECOVERY_WORDS: Readonly<Record<Recovery, string>> = {
  retry: 'outra tentativa',
  fallback: 'outra versão',
};

/** Where an aimed candidate runs, as in the registry and in the contract. */
interface Target {
  brands?: readonly string[] | undefined;
  sites?: readonly string[] | undefined;
  accounts?: readonly string[] | undefined;
  screens?: number | undefined;
}

/** Returns the rules of a target: `marca aurora ou lume`, `5% das aberturas`. */
export function targetWords({ brands, sites, accounts, screens }: Target): string[] {
  const lists = Object.entries({ marca: brands, local: sites, contas: accounts });
  const named = lists.flatMap(([what, names]) => (names?.length ? `${what} ${names.join(' ou ')}` : []));
  return screens === undefined ? named : [...named, `${screens}% das aberturas`];
}

/** Returns the options of the `remote` command that aim a candidate. */
export const targetOptions = ({ brands = [], sites = [], accounts = [], screens }: Target): string[] => [
  ...brands.map((brand) => `--brand ${brand}`),
  ...sites.map((site) => `--site ${site}`),
  ...accounts.map((group) => `--accounts ${group}`),
  ...(screens === undefined ? [] : [`--screen-share ${screens}`]),
];
