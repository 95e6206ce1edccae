import { ts, type Checker } from './typescript.js';

/** The files of a program, by name. */
export type ProgramFiles = ReadonlyMap<string, ts.SourceFile>;

export function filesOf(program: ts.Program): ProgramFiles {
  return new Map(program.getSourceFiles().map((file) => [file.fileName, file]));
}

export interface AffectedFiles {
  readonly changed: ReadonlySet<string>;
  /** The changed ones, and those that import them, directly or through others: their types may differ. */
  readonly affected: ReadonlySet<string>;
}

/**
 * The difference from the program before. `undefined` if any file may differ: a file was added or removed, or one has
 * changed that declares global names, or belongs to a package.
 */
export function affectedFiles(
  before: ProgramFiles,
  files: ProgramFiles,
  isOfProject: (file: ts.SourceFile) => boolean,
  checker: Checker,
): AffectedFiles | undefined {
  if (before.size !== files.size) return undefined;
  const changed = new Set<string>();
  for (const [name, file] of files) {
    const old = before.get(name);
    if (old === file) continue;
    if (old === undefined || !isOfProject(file)) return undefined;
    if (declaresGlobals(old) || declaresGlobals(file)) return undefined;
    changed.add(name);
  }
  if (changed.size === 0) return { changed, affected: changed };
  const importers = importersOf(files, isOfProject, checker);
  return { changed, affected: withImporters(changed, importers) };
}

function declaresGlobals(file: ts.SourceFile): boolean {
  return !ts.isExternalModule(file) || /\bdeclare\s+(?:global|module)\b/.test(file.text);
}

function importersOf(
  files: ProgramFiles,
  isOfProject: (file: ts.SourceFile) => boolean,
  checker: Checker,
): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [name, file] of files) {
    if (!isOfProject(file)) continue;
    for (const imported of importsOf(file, checker)) {
      const known = importers.get(imported);
      if (known === undefined) importers.set(imported, [name]);
      else known.push(name);
    }
  }
  return importers;
}

function withImporters(
  changed: ReadonlySet<string>,
  importers: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const affected = new Set(changed);
  // A set is iterated in the order of its additions, those made meanwhile included.
  for (const name of affected) importers.get(name)?.forEach((importer) => affected.add(importer));
  return affected;
}

const importsByFile = new WeakMap<ts.SourceFile, readonly string[]>();

/** An unchanged file imports the same files as long as none is added or removed. */
function importsOf(file: ts.SourceFile, checker: Checker): readonly string[] {
  const known = importsByFile.get(file);
  if (known !== undefined) return known;
  const imports = specifiersIn(file).flatMap((specifier) => {
    const module = checker.getSymbolAtLocation(specifier)?.valueDeclaration;
    return module !== undefined && ts.isSourceFile(module) ? [module.fileName] : [];
  });
  importsByFile.set(file, imports);
  return imports;
}

/** Of imports and exports; also of `import('./item.js')`, as a type or a call. */
function specifiersIn(file: ts.SourceFile): readonly ts.Expression[] {
  const specifiers: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    const found = specifierOf(node);
    if (found !== undefined && ts.isStringLiteralLike(found)) specifiers.push(found);
    ts.forEachChild(node, visit);
  };
  if (/\b(?:import|require)\s*\(/.test(file.text)) visit(file);
  else specifiers.push(...file.statements.flatMap((statement) => specifierOf(statement) ?? []));
  return specifiers;
}

function specifierOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)
      ? node.argument.literal
      : undefined;
  }
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? node.arguments[0] : undefined;
}
