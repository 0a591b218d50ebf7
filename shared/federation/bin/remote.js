#!/usr/bin/env node
/**
 * The `remote` command of another repository. Node doesn't run TypeScript of `node_modules`, where
 * the shared packages are: this removes their types while they load.
 */
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  load(url, context, nextLoad) {
    if (!/\/node_modules\/@shared\/.*\.ts$/.test(url)) return nextLoad(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
    return { format: 'module', source, shortCircuit: true };
  },
});
// A warning would appear at every command.
process.removeAllListeners('warning');

await import('../src/remote-command.ts');
