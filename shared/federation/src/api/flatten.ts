/**
 * The API report of a module: one declaration file with what the module exports, and what those
 * exports refer to.
 */
import { type Declaration, type DeclarationFile, parseDeclarations } from './parse-declarations.ts';

const LOCAL = /^\.\.?\//;
const KEYWORDS = /^(?:export )?(?:declare )?(type|interface|abstract class|class|const|let|function|enum) /gm;

/**
 * Returns the report of a module.
 * @param files the declaration files of a package by their path in it, without extension
 * @param entry path of the module
 */
export function flatten(files: ReadonlyMap<string, string>, entry: string): string {
  const parsed = new Map<string, DeclarationFile>();
  const fileOf = (path: string) => {
    const file = parsed.get(path) ?? parseDeclarations(read(files, path));
    parsed.set(path, file);
    return file;
  };
  const report = new Report();
  const addExport = (path: string, name: string, isExported: boolean): void => {
    const file = fileOf(path);
    const declaration = file.declarations.get(name);
    const target = file.reExports.get(name);
    if (declaration) {
      if (!report.add(path, name, declaration, isExported)) return;
      for (const mention of declaration.mentions) {
        const imported = file.imports.get(mention);
        if (file.declarations.has(mention)) addExport(path, mention, false);
        else if (imported && LOCAL.test(imported.from))
          addExport(resolve(path, imported.from), mention, false);
        else if (imported) report.imports.add(imported.statement);
      }
    } else if (target && LOCAL.test(target.from)) addExport(resolve(path, target.from), name, isExported);
    else if (target) report.imports.add(target.statement);
    else for (const star of file.stars) addExport(resolve(path, star), name, isExported);
  };
  for (const name of exportsOf(entry, fileOf)) addExport(entry, name, true);
  return report.print();
}

function read(files: ReadonlyMap<string, string>, path: string): string {
  const text = files.get(path);
  if (text === undefined) throw new Error(`the API has no file ${path}`);
  return text;
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

class Report {
  readonly imports = new Set<string>();
  readonly #kept = new Map<string, { path: string; declaration: Declaration; isExported: boolean }>();

  /** @returns false if the report has it already */
  add(path: string, name: string, declaration: Declaration, isExported: boolean): boolean {
    const known = this.#kept.get(name);
    if (known && known.path !== path)
      throw new Error(
        `${known.path} and ${path} both declare ${name}: rename one, the API report needs both`,
      );
    this.#kept.set(name, { path, declaration, isExported: isExported || known?.isExported === true });
    return !known;
  }

  print(): string {
    const kept = [...this.#kept].sort(([a], [b]) => (a < b ? -1 : 1));
    const texts = kept.map(([, { declaration, isExported }]) =>
      printDeclaration(declaration.text, isExported),
    );
    return `${[...[...this.imports].sort(), ...texts, 'export {};'].join('\n')}\n`;
  }
}

/** Each overload is a statement. Types need no `declare`. */
const printDeclaration = (text: string, isExported: boolean) =>
  text.replaceAll(KEYWORDS, (_, kind: string) => {
    const declare = kind === 'type' || kind === 'interface' ? '' : 'declare ';
    return `${isExported ? 'export ' : ''}${declare}${kind} `;
  });
