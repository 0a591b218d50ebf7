/** Modules that the host provides, as option `shared` of Module Federation's plugins. */
const fromHost = { singleton: true, import: false, requiredVersion: false } as const;
export const shared = Object.fromEntries(
  ['react', 'react/jsx-runtime', 'react-dom', 'jotai', '@shared/router', '@shared/state'].map((name) => [
    name,
    fromHost,
  ]),
);
