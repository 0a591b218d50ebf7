/** The modules of which the whole page has one copy: the shell carries them, remotes ask for them by name. */

/**
 * Few and by name: sharing a whole library ends its tree-shaking, so React Router and TanStack Query are reached through
 * `@shared/router` and `@shared/client`, which re-export what the product uses.
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

/** What the development build of React asks for instead of `react/jsx-runtime`. */
const DEVELOPMENT_MODULES = ['react/jsx-dev-runtime'] as const;

/**
 * The shell provides every shared module eagerly; a remote has none of its own (`import: false`). One workspace means
 * one version of each, and compatibility is the contract range's business, so no version is required here.
 */
export function sharedModules(role: 'shell' | 'remote', development: boolean) {
  const names = development ? [...SHARED_MODULES, ...DEVELOPMENT_MODULES] : SHARED_MODULES;
  const config: { eager?: true; import?: false } = role === 'shell' ? { eager: true } : { import: false };
  return Object.fromEntries(
    names.map((name) => [name, { singleton: true, requiredVersion: false as const, ...config }]),
  );
}
