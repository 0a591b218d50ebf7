/**
 * The API report of a module: one declaration file with what the module exports, and what those
 * exports refer to.
 */
import {
  type Declaration,
  type DeclarationFile,
  type Foreign,
  parseDeclarations,
} from './parse-declarations.ts';

const LOCAL = /^\.\.?\//;
const KEYWORDS = /^(?:export )?(?:declare )?(type|interface|abstract class|class|const|let|function|enum) /gm;

/**
 * Returns the report of a module.
 * @param files the declaration files of a package by their path in it, without extension
 * @param entry path of the module
 */
export function flatten(files: ReadonlyMap<string, string>, entry: string): string {
  const parsed = new Map<string, DeclarationFile>();
  const imports = new Set<string>();
  const kept = new Map<string, { path: string; text: string; isExported: boolean }>();

  function fileOf(path: string): DeclarationFile {
    const text = files.get(path);
    if (text === undefined) throw new Error(`the API has no file ${path}`);
    const file = parsed.get(path) ?? parseDeclarations(text);
    parsed.set(path, file);
    return file;
  }

  /** Adds what a file declares or exports with this name, and what that refers to. */
  function add(path: string, name: string, isExported: boolean): void {
    const file = fileOf(path);
    const declaration = file.declarations.get(name);
    const target = file.reExports.get(name);
    if (declaration) addDeclaration(path, name, declaration, isExported);
    else if (target) follow(path, target, name, isExported);
    else for (const star of file.stars) add(resolve(path, star), name, isExported);
  }

  function addDeclaration(
    path: string,
    name: string,
    { text, mentions }: Declaration,
    isExported: boolean,
  ): void {
    const known = kept.get(name);
    if (known && known.path !== path)
      throw new Error(
        `${known.path} and ${path} both declare ${name}: rename one, the API report needs both`,
      );
    kept.set(name, { path, text, isExported: isExported || known?.isExported === true });
    if (known) return;
    const file = fileOf(path);
    for (const mention of mentions) {
      const imported = file.imports.get(mention);
      if (file.declarations.has(mention)) add(path, mention, false);
      else if (imported) follow(path, imported, mention, false);
    }
  }

  function follow(path: string, { from, statement }: Foreign, name: string, isExported: boolean): void {
    if (LOCAL.test(from)) add(resolve(path, from), name, isExported);
    else imports.add(statement);
  }

  for (const name of exportsOf(entry, fileOf)) add(entry, name, true);
  const sorted = [...kept].sort(([a], [b]) => (a < b ? -1 : 1));
  const texts = sorted.map(([, { text, isExported }]) => printDeclaration(text, isExported));
  return `${[...[...imports].sort(), ...texts, 'export {};'].join('\n')}\n`;
}

/** `./link.tsx` in `src/index` → `src/link`. */
const resolve = (path: string, specifier: string) =>
  new URL(specifier.replace(/\.[mc]?tsx?$/, ''), `file:///${path}`).pathname.slice(1);

function exportsOf(path: string, fileOf: (path: string) => DeclarationFile): Set<string> {
  const { declarations, reExports, stars } = fileOf(path);
  const own = [...declarations].filter(([, { isExported }]) => isExported).map(([name]) => name);
  const others = stars.flatMap((star) => [...exportsOf(resolve(path, star), fileOf)]);
  return new Set([...own, ...reExports.keys(), ...others]);
}

/** Each overload is a statement. Types need no `declare`. */
const printDeclaration = (text: string, isExported: boolean) =>
  text.replaceAll(KEYWORDS, (_, kind: string) => {
    const declare = kind === 'type' || kind === 'interface' ? '' : 'declare ';
    return `${isExported ? 'export ' : ''}${declare}${kind} `;
  });
