/**
 * Imported before anything that imports Drizzle, also by every program of a test run. At each of the
 * 440 imports within Drizzle, Node parses the package's `package.json`, 179 KB, to find out that the
 * file is a module. This takes a third of the CPU time of a backend's start.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context;
    const isWithin = parentURL?.includes('/node_modules/drizzle-orm/') && /^\.\.?\/.*\.js$/.test(specifier);
    if (!isWithin) return nextResolve(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
