/** Option `shared` of Module Federation's plugins. */

/** What only the host has. */
const fromHost = { singleton: true, import: false, requiredVersion: false } as const;

export const shared = {
  // As the plugins' documentation has it, with a copy of its own that the host's replaces.
  react: { singleton: true },
  'react-dom': { singleton: true },
  'react/jsx-runtime': fromHost,
  jotai: fromHost,
  '@shared/router': fromHost,
  '@shared/state': fromHost,
};
