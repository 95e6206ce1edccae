import { ts } from '../../compiler/program/typescript.js';
import { parseSource } from './existing/existing-code.js';
import type { ChangedFiles, FormatText } from './project-files.js';

/** A text to insert at a place of another. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

interface ImportedName {
  readonly name: string;
  readonly isType: boolean;
}

/** Adds the imports of a generated text that a file lacks; names that it imports or declares stay. */
export function addImports(path: string, text: string, generated: string): string {
  const source = parseSource(path, text);
  const known = new Set([...importedNames(source), ...declaredNames(source)]);
  const declarations = source.statements.filter(ts.isImportDeclaration);
  const fresh = parseSource(path, generated).statements.filter(ts.isImportDeclaration);
  const insertions = fresh.flatMap((one) => {
    const names = namesOf(one).filter(({ name }) => !known.has(name));
    return names.length === 0 ? [] : [insertionOf(one, names, declarations)];
  });
  return withInsertions(text, insertions);
}

function insertionOf(
  fresh: ts.ImportDeclaration,
  names: readonly ImportedName[],
  declarations: readonly ts.ImportDeclaration[],
): Insertion {
  const from = specifierOf(fresh);
  const open = declarations.find(
    (one) => specifierOf(one) === from && namedBindings(one) !== undefined,
  );
  const isTypeOnly = open?.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const elements = open === undefined ? undefined : namedBindings(open)?.elements;
  const last = elements?.at(-1);
  if (last !== undefined && (!isTypeOnly || names.every(({ isType }) => isType))) {
    const list = names.map((one) => (isTypeOnly ? one.name : textOf(one)));
    return { at: last.getEnd(), text: `, ${list.join(', ')}` };
  }
  const line = `import { ${names.map(textOf).join(', ')} } from '${from}';`;
  const end = declarations.at(-1)?.getEnd();
  return end === undefined ? { at: 0, text: `${line}\n` } : { at: end, text: `\n${line}` };
}

function textOf({ name, isType }: ImportedName): string {
  return isType ? `type ${name}` : name;
}

function specifierOf({ moduleSpecifier }: ts.ImportDeclaration): string {
  return ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
}

function namedBindings({ importClause }: ts.ImportDeclaration): ts.NamedImports | undefined {
  const bindings = importClause?.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings) ? bindings : undefined;
}

function namesOf(declaration: ts.ImportDeclaration): readonly ImportedName[] {
  const isTypeOnly = declaration.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const elements = namedBindings(declaration)?.elements ?? [];
  return elements.map(({ name, isTypeOnly: isType }) => ({
    name: name.text,
    isType: isType || isTypeOnly,
  }));
}

function importedNames(source: ts.SourceFile): readonly string[] {
  return source.statements
    .filter(ts.isImportDeclaration)
    .flatMap((one) => [
      ...namesOf(one).map(({ name }) => name),
      one.importClause?.name?.text ?? '',
    ]);
}

function declaredNames(source: ts.SourceFile): readonly string[] {
  return source.statements.flatMap((node) => {
    const isNamed =
      ts.isClassDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node);
    return isNamed && node.name !== undefined ? [node.name.text] : [];
  });
}

/** Inserts texts, and nothing else: what a person wrote stays as it is, its line endings included. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  let result = '';
  let last = 0;
  for (const { at, text: inserted } of insertions.toSorted((a, b) => a.at - b.at)) {
    result += text.slice(last, at) + inserted.replaceAll(/\r?\n/g, lineEnd);
    last = at;
  }
  return result + text.slice(last);
}

/**
 * Writes a file to which something was added. It is formatted where it was formatted before; any other
 * formatting is that of a person, and stays.
 */
export async function writeEdited(
  files: ChangedFiles,
  path: string,
  text: string,
  format: FormatText,
): Promise<void> {
  const before = files.read(path) ?? '';
  if (before === text) return;
  const isFormatted = (await format(path, before)) === before;
  files.write(path, isFormatted ? await format(path, text) : text);
}
