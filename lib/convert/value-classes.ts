import { ts } from '../compiler/program/typescript.js';
import { decoratorsOf, named, PACKAGE } from './nest-decorators.js';
import {
  classNamed,
  type Edit,
  indentOf,
  insert,
  parse,
  readImports,
  withEdits,
  withImports,
} from '../compiler/syntax/text-edits.js';

/**
 * Classes whose properties are arguments get `@ValueClass()`. They and the classes of their properties are exported,
 * because signatures import them.
 *
 * @param changes The new texts of files, which get those of the classes too.
 */
export function changeValueClasses(
  changes: Map<string, string>,
  classes: ReadonlySet<ts.ClassDeclaration>,
  checker: ts.TypeChecker,
): void {
  for (const node of withNested(classes, checker)) {
    const { fileName } = node.getSourceFile();
    const before = changes.get(fileName);
    // Other edits have moved it: it is found again by its name.
    const moved =
      before === undefined ? node : classNamed(parse(before, fileName), node.name?.text ?? '');
    const changed = moved === undefined ? undefined : changeClass(moved, classes.has(node));
    if (changed !== undefined) changes.set(fileName, changed);
  }
}

/** Classes, and those of their properties. */
function withNested(
  classes: ReadonlySet<ts.ClassDeclaration>,
  checker: ts.TypeChecker,
): ReadonlySet<ts.ClassDeclaration> {
  const found = new Set(classes);
  for (const node of found) {
    const properties = checker.getPropertiesOfType(checker.getTypeAtLocation(node));
    for (const property of properties) {
      classesIn(checker.getTypeOfSymbol(property), checker).forEach((one) => found.add(one));
    }
  }
  return found;
}

function classesIn(type: ts.Type, checker: ts.TypeChecker): readonly ts.ClassDeclaration[] {
  if (type.isUnion()) return type.types.flatMap((one) => classesIn(one, checker));
  if (checker.isArrayType(type)) {
    return checker
      .getTypeArguments(type as ts.TypeReference)
      .flatMap((one) => classesIn(one, checker));
  }
  const [declaration] = type.symbol?.declarations ?? [];
  const isOfProject =
    declaration !== undefined &&
    ts.isClassDeclaration(declaration) &&
    !declaration.getSourceFile().isDeclarationFile;
  return isOfProject ? [declaration] : [];
}

/** The text of its file after the change; `undefined` if there is nothing to change. */
function changeClass(node: ts.ClassDeclaration, isValueClass: boolean): string | undefined {
  const source = node.getSourceFile();
  const imported = readImports(source);
  const hasDecorator = named(decoratorsOf(node, imported), PACKAGE, 'ValueClass').length > 0;
  const decorates = isValueClass && !hasDecorator;
  const edits: readonly Edit[] = [
    ...(decorates
      ? [insert(node.getStart(), `@ValueClass(${valueClassOptions(node)})\n${indentOf(node)}`)]
      : []),
    ...(isExported(node) ? [] : [insert(keywordOf(node).getStart(), 'export ')]),
  ];
  if (edits.length === 0) return undefined;
  const text = withEdits(source.text, edits);
  return decorates ? withImports(text, [{ name: 'ValueClass', module: PACKAGE }]) : text;
}

function valueClassOptions(node: ts.ClassDeclaration): string {
  const imported = readImports(node.getSourceFile());
  const isDecorated = (member: ts.ClassElement): boolean =>
    decoratorsOf(member, imported).some(({ module }) => module.startsWith('class-'));
  const properties = node.members.filter(ts.isPropertyDeclaration);
  const decorated = properties.filter(isDecorated);
  const isMixed = decorated.length > 0 && decorated.length < properties.length;
  return isMixed ? "{ undecorated: 'ignore' }" : '';
}

/** Whether a class is exported where it is declared, or by a list of its file. */
function isExported(node: ts.ClassDeclaration): boolean {
  if ((ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0) return true;
  return node
    .getSourceFile()
    .statements.filter(ts.isExportDeclaration)
    .some(
      ({ exportClause, moduleSpecifier }) =>
        moduleSpecifier === undefined &&
        exportClause !== undefined &&
        ts.isNamedExports(exportClause) &&
        exportClause.elements.some(
          ({ name, propertyName = name }) => propertyName.text === node.name?.text,
        ),
    );
}

/** What `export` stands in front of: `class`, or `abstract`. */
function keywordOf(node: ts.ClassDeclaration): ts.Node {
  const modifier = node.modifiers?.find((one) => !ts.isDecorator(one));
  const keyword = node.getChildren().find(({ kind }) => kind === ts.SyntaxKind.ClassKeyword);
  return modifier ?? keyword ?? node;
}
