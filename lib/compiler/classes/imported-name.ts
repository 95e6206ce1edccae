import { ts } from '../program/typescript.js';

/** The import that brings a name into a file. */
export interface ImportedName {
  /** The module as the import writes it. */
  readonly specifier: ts.Expression;
  /** The name of the export; empty where the import names the whole module. */
  readonly path: readonly string[];
}

/** The import behind a name; `undefined` where the name is not imported from a module. */
export function importedName(
  name: ts.Identifier,
  checker: ts.TypeChecker,
): ImportedName | undefined {
  const declaration = checker.getSymbolAtLocation(name)?.declarations?.[0];
  if (declaration === undefined) return undefined;
  if (ts.isImportEqualsDeclaration(declaration)) return requiredModule(declaration);
  if (ts.isImportSpecifier(declaration)) {
    const specifier = declaration.parent.parent.parent.moduleSpecifier;
    return { specifier, path: [(declaration.propertyName ?? declaration.name).text] };
  }
  if (ts.isImportClause(declaration)) {
    return { specifier: declaration.parent.moduleSpecifier, path: ['default'] };
  }
  return ts.isNamespaceImport(declaration)
    ? { specifier: declaration.parent.parent.moduleSpecifier, path: [] }
    : undefined;
}

/** `import name = require('module')` */
function requiredModule({ moduleReference }: ts.ImportEqualsDeclaration): ImportedName | undefined {
  return ts.isExternalModuleReference(moduleReference)
    ? { specifier: moduleReference.expression, path: [] }
    : undefined;
}
