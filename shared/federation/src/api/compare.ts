/** Compares two APIs: the compiler checks that each new export is assignable to the old one. */
import { type Check, compareTypes, typeChecks } from './compare-types.ts';
import { parseDeclarations } from './parse-declarations.ts';
import { type Api, isOwn, type Loss, type Uses } from './types.ts';

/**
 * @param uses the exports to compare; all of the old ones by default
 * @returns what the new API lacks
 */
export async function compareApis(before: Api, after: Api, uses?: Uses): Promise<Loss[]> {
  const losses: Loss[] = [];
  const checks: Check[] = [];
  for (const module of Object.keys(uses ?? before)) {
    const [was, is] = [before[module] ?? '', after[module] ?? ''];
    if (was === '') continue;
    if (is === '') losses.push({ module, reason: 'is missing' });
    else if (!isOwn(module)) losses.push(...compareLibrary(module, was, is, uses?.[module]));
    else {
      const found = compareNames(module, was, is, uses?.[module]);
      losses.push(...found.losses);
      checks.push(...found.checks);
    }
  }
  return isSame(before, after) ? losses : [...losses, ...(await compareTypes(before, after, checks))];
}

const isSame = (before: Api, after: Api) =>
  Object.keys(before).every((module) => !isOwn(module) || before[module] === after[module]);

function compareLibrary(module: string, was: string, is: string, used?: string[]): Loss[] {
  const [from, to] = [majorOf(was), majorOf(is)];
  if (from !== to) return [{ module, reason: `has major version ${to} instead of ${from}` }];
  const provided = parseDeclarations(is).reExports;
  const wanted = used ?? [...parseDeclarations(was).reExports.keys()];
  return wanted.filter((name) => !provided.has(name)).map((name) => ({ module, name, reason: 'is missing' }));
}

/** `// react 19.3.1` → 19. */
const majorOf = (report: string) => Number(/^\/\/ \S+ (\d+)/.exec(report)?.[1]);

function compareNames(module: string, was: string, is: string, used?: string[]) {
  const before = exportsOf(was);
  const after = exportsOf(is);
  const losses: Loss[] = [];
  const checks: Check[] = [];
  for (const name of used ?? [...before.keys()].sort()) {
    const [exported = name, ...members] = name.split('.');
    const [old, current] = [before.get(exported), after.get(exported)];
    if (!old || !current || (old.isValue && !current.isValue))
      losses.push({ module, name, reason: 'is missing' });
    else if (old.generic !== current.generic)
      losses.push({ module, name, reason: 'is incompatible: the generic type has changed' });
    else checks.push(...typeChecks({ module, name, exported, members }, old));
  }
  return { losses, checks };
}

function exportsOf(report: string) {
  const { declarations, reExports } = parseDeclarations(report);
  const exported = [...declarations].filter(([, declaration]) => declaration.isExported);
  const own = exported.map(([name, { text }]) => {
    const isType = /^export (?:type|interface) /m.test(text);
    const isGeneric = new RegExp(`^export (?:type|interface) ${name}<`, 'm').test(text);
    const isValue = /^export declare /m.test(text);
    return [name, { isValue, isType: isType && !isGeneric, generic: isGeneric ? text : undefined }] as const;
  });
  // Both sides use the installed types of a library, so only the names of its exports are compared.
  const foreign = [...reExports.keys()].map(
    (name) => [name, { isValue: false, isType: false, generic: undefined }] as const,
  );
  return new Map([...own, ...foreign]);
}
