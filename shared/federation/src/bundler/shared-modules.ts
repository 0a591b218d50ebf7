/** Modules that the page loads only once: the shell provides them to the remotes. */
import { packageVersion } from '../files/installed-packages.ts';

/**
 * Sharing a whole library disables its tree-shaking: `@shared/router` and `@shared/client`
 * re-export only what the product uses of React Router and TanStack Query.
 */
export const SHARED_MODULES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'jotai',
  '@shared/client',
  '@shared/contract',
  '@shared/router',
  '@shared/state',
  '@shared/ui',
] as const;

/**
 * Returns the installed version of each shared module, with which a remote is built. Empty for
 * `@shared/*`: the contract range covers their compatibility.
 */
export const builtWith = (): Record<string, string> =>
  Object.fromEntries(
    SHARED_MODULES.map((name) => [
      name,
      name.startsWith('@shared/') ? '' : packageVersion(name.split('/')[0] ?? name),
    ]),
  );

/** Imported by React's development build instead of `react/jsx-runtime`. */
const DEVELOPMENT_MODULES = ['react/jsx-dev-runtime'] as const;

/**
 * Returns federation's `shared` option: the shell provides each module eagerly, a remote bundles
 * none. The contract range covers compatibility, so no version is required.
 */
export function sharedModules(role: 'shell' | 'remote', development: boolean) {
  const names = development ? [...SHARED_MODULES, ...DEVELOPMENT_MODULES] : SHARED_MODULES;
  const config: { eager?: true; import?: false } = role === 'shell' ? { eager: true } : { import: false };
  return Object.fromEntries(
    names.map((name) => [name, { singleton: true, requiredVersion: false as const, ...config }]),
  );
}
