import { ts } from '../program/typescript.js';

/** The characters from `start` to `end` are replaced. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The rest, including line endings, stays unchanged. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  let result = '';
  let last = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < last) continue; // within a change that was made already
    result += text.slice(last, edit.start) + edit.text.replaceAll(/\r?\n/g, lineEnd);
    last = edit.end;
  }
  return result + text.slice(last);
}

/** Replaces a node, and not the comments in front of it. */
export function replaceNode(node: ts.Node, text: string): Edit {
  return { start: node.getStart(), end: node.getEnd(), text };
}

export function insert(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/**
 * Adds elements to a list that has some: each on a line of its own if the last one is on its own, after the comment at
 * the end of that line.
 */
export function appendElements(
  list: ts.NodeArray<ts.Node>,
  added: readonly string[],
): readonly Edit[] {
  const last = list.at(-1);
  if (last === undefined) throw new RangeError('The list is empty.');
  const { text } = last.getSourceFile();
  const lineStart = text.lastIndexOf('\n', last.getStart()) + 1;
  const indentation = text.slice(lineStart, last.getStart());
  if (lineStart <= list.pos || indentation.trim() !== '') {
    return [insert(last.getEnd(), added.map((one) => `, ${one}`).join(''))];
  }
  const end = list.hasTrailingComma ? list.end : last.getEnd();
  const afterComments = ts.getTrailingCommentRanges(text, end)?.at(-1)?.end ?? end;
  const lines = added.map((one) => `\n${indentation}${one}`).join(',');
  return [
    ...(list.hasTrailingComma ? [] : [insert(end, ',')]),
    insert(afterComments, `${lines}${list.hasTrailingComma ? ',' : ''}`),
  ];
}

/** `Get` of `@nestjs/common`, which a text imports or needs; the name of a default import is `default`. */
interface ImportedName {
  readonly name: string;
  readonly module: string;
  readonly isType?: boolean;
}

export function withImports(text: string, needed: readonly ImportedName[]): string {
  const source = parse(text);
  const declarations = source.statements.filter(ts.isImportDeclaration);
  const edits: Edit[] = [];
  const missing = needed.filter((one) => !imports(declarations, one));
  for (const declaration of declarations) {
    const module = moduleOf(declaration);
    const bindings = namedBindings(declaration);
    const added = missing.filter((one) => one.module === module);
    const isTypeOnly = isTypeImport(declaration);
    if (bindings === undefined || added.length === 0) continue;
    if (isTypeOnly && !added.every(({ isType }) => isType)) continue;
    const fresh = added.map((one) => specifierText(one, isTypeOnly));
    const isEmpty = bindings.elements.length === 0;
    edits.push(
      ...(isEmpty
        ? [replaceNode(bindings, `{ ${fresh.join(', ')} }`)]
        : appendElements(bindings.elements, fresh)),
    );
    for (const one of added) missing.splice(missing.indexOf(one), 1);
  }
  const modules = [...new Set(missing.map(({ module }) => module))];
  const insertions = modules.map((module) => {
    const names = missing.filter((one) => one.module === module).map((one) => specifierText(one));
    const quote = quoteOf(source);
    const line = `import { ${names.join(', ')} } from ${quote}${module}${quote}${endOf(declarations)}`;
    return insertImport(line, isOfPackage(module), declarations, text);
  });
  return withEdits(text, [...edits, ...insertions]);
}

/** Names that the text imports or declares stay. */
export function withImportsOf(text: string, generated: string): string {
  const source = parse(text);
  const declared = source.statements.filter(isTypeDeclaration).map(({ name }) => name?.text);
  const known = new Set([...readImports(source).keys(), ...declared]);
  const fresh = [...readImports(parse(generated)).values()].filter(({ name }) => !known.has(name));
  return withImports(text, fresh);
}

export function readImports(source: ts.SourceFile): ReadonlyMap<string, ImportedName> {
  return new Map(
    source.statements.filter(ts.isImportDeclaration).flatMap((declaration) => {
      const module = moduleOf(declaration);
      const isType = isTypeImport(declaration);
      const own = declaration.importClause?.name;
      const elements = namedBindings(declaration)?.elements ?? [];
      return [
        ...(own === undefined ? [] : [[own.text, { name: 'default', module, isType }] as const]),
        ...elements.map(({ name, propertyName = name, isTypeOnly }) => {
          const imported = { name: propertyName.text, module, isType: isType || isTypeOnly };
          return [name.text, imported] as const;
        }),
      ];
    }),
  );
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  return importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

/** A class, an interface or an alias. */
export function isTypeDeclaration(
  node: ts.Node,
): node is ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return (
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  );
}

export function classNamed(source: ts.SourceFile, name: string): ts.ClassDeclaration | undefined {
  return source.statements.filter(ts.isClassDeclaration).find((one) => one.name?.text === name);
}

/** Inserts a line after the last import of its kind: those of packages come before those of files. */
function insertImport(
  line: string,
  isPackage: boolean,
  declarations: readonly ts.ImportDeclaration[],
  text: string,
): Edit {
  const before = isPackage
    ? declarations.filter((one) => isOfPackage(moduleOf(one)))
    : declarations;
  const last = before.at(-1);
  const [first] = declarations;
  if (last === undefined) {
    // After a byte order mark, and after the comment about the file.
    const top = first?.getStart() ?? (text.startsWith('\ufeff') ? 1 : 0);
    return insert(top, `${line}\n`);
  }
  // A comment at the end of its line is about that import.
  const end = ts.getTrailingCommentRanges(text, last.end)?.at(-1)?.end ?? last.end;
  return insert(end, `\n${line}`);
}

/** Not a path, nor one of the aliases that stand for sources of the application. */
function isOfPackage(module: string): boolean {
  return !/^(?:[./#~]|@\/|src\/)/.test(module);
}

/** Parses a text that is not a file of a program. */
export function parse(text: string, path = 'source.ts'): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function imports(
  declarations: readonly ts.ImportDeclaration[],
  { module, name }: ImportedName,
): boolean {
  return declarations.some(
    (one) =>
      moduleOf(one) === module &&
      namedBindings(one)?.elements.some((element) => element.name.text === name),
  );
}

export function moduleOf({ moduleSpecifier }: ts.ImportDeclaration): string {
  return ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
}

function namedBindings({ importClause }: ts.ImportDeclaration): ts.NamedImports | undefined {
  const bindings = importClause?.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings) ? bindings : undefined;
}

function specifierText({ name, isType = false }: ImportedName, isInTypeImport = false): string {
  return isType && !isInTypeImport ? `type ${name}` : name;
}

/** A semicolon, unless the imports of the text have none. */
function endOf([first]: readonly ts.ImportDeclaration[]): string {
  return first === undefined || first.getText().endsWith(';') ? ';' : '';
}

/** The quotation mark of the imports of a text. */
export function quoteOf(source: ts.SourceFile): string {
  const first = source.statements.find(ts.isImportDeclaration);
  return first?.moduleSpecifier.getText().startsWith('"') === true ? '"' : "'";
}
