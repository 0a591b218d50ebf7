/** Splits a declaration file, as TypeScript prints it, into its statements. */

/** The value and the type of one name, and the overloads of a function, are one declaration. */
export interface Declaration {
  text: string;
  isExported: boolean;
  /** Identifiers in it, without the names of properties and parameters. */
  mentions: ReadonlySet<string>;
}

/** The statement that imports or re-exports a name, and the module that the name comes from. */
export interface Foreign {
  from: string;
  statement: string;
}

export interface DeclarationFile {
  declarations: Map<string, Declaration>;
  imports: Map<string, Foreign>;
  /** Modules of `export * from`. */
  stars: string[];
  /** Of `export { … } from`. */
  reExports: Map<string, Foreign>;
}

const START = /^(?:export|declare|import|type|interface|const|class|function|enum|abstract)\b/;
const NAME =
  /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|const|let|class|function|enum) ([\w$]+)/;
/** Text in quotes isn't code; a name before a colon is a property's or a parameter's. */
const NOT_MENTIONED = /'[^'\n]*'|"[^"\n]*"|(?<![\w$.])[\w$]+\??:(?!:)/g;

export function parseDeclarations(text: string): DeclarationFile {
  const file: DeclarationFile = {
    declarations: new Map(),
    imports: new Map(),
    stars: [],
    reExports: new Map(),
  };
  for (const statement of statementsOf(text)) addTo(file, statement);
  return file;
}

function statementsOf(text: string): string[] {
  const statements: string[] = [];
  for (const line of text.split('\n')) {
    if (START.test(line)) statements.push(line);
    else if (statements.length > 0 && line.trim()) statements.push(`${statements.pop()}\n${line}`);
  }
  return statements;
}

function addTo(file: DeclarationFile, statement: string): void {
  const name = NAME.exec(statement)?.[1];
  const from = / from ['"]([^'"]+)['"];$/.exec(statement)?.[1];
  if (name) declare(file, name, statement);
  else if (from && statement.startsWith('import')) addImports(file, statement, from);
  else if (from && statement.startsWith('export *')) file.stars.push(from);
  else if (from) addNames(file.reExports, statement, from);
  else if (!/^(export \{\s*\}|import ['"])/.test(statement))
    throw new Error(`the API report can't contain: ${statement.slice(0, 120)}`);
}

function declare(file: DeclarationFile, name: string, statement: string): void {
  const before = file.declarations.get(name);
  const mentions = statement.replace(NOT_MENTIONED, ' ').match(/(?<![\w$.])[A-Za-z_$][\w$]*/g);
  file.declarations.set(name, {
    text: before ? `${before.text}\n${statement}` : statement,
    isExported: statement.startsWith('export ') || before?.isExported === true,
    mentions: new Set([...(before?.mentions ?? []), ...(mentions ?? [])]),
  });
}

function addImports({ imports }: DeclarationFile, statement: string, from: string): void {
  const whole = /^import (?:type )?\* as ([\w$]+) /.exec(statement)?.[1];
  if (whole) imports.set(whole, { from, statement: `import * as ${whole} from '${from}';` });
  else addNames(imports, statement, from);
}

function addNames(known: DeclarationFile['imports'], statement: string, from: string): void {
  const [keyword] = statement.split(' ', 1);
  const list = /\{([^}]*)\}/.exec(statement)?.[1] ?? '';
  for (const item of list.split(',')) {
    const written = item.replace(/\btype /, '').trim();
    const [name = '', alias = name] = written.split(/ as /);
    if (name) known.set(alias, { from, statement: `${keyword} { ${written} } from '${from}';` });
  }
}
