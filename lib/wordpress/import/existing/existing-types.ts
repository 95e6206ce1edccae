import { ts } from '../../../compiler/program/typescript.js';

/** A type that a file exports. */
export type TypeDeclaration =
  ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/** The types that a file exports, by name. */
export function exportedTypes(source: ts.SourceFile): ReadonlyMap<string, TypeDeclaration> {
  const declarations = source.statements.filter(isTypeDeclaration).filter(isExported);
  return new Map(
    declarations.flatMap((node) => (node.name === undefined ? [] : [[node.name.text, node]])),
  );
}

/** Whether a statement declares a class, an interface or an alias. */
export function isTypeDeclaration(node: ts.Node): node is TypeDeclaration {
  return (
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  );
}

function isExported({ modifiers }: TypeDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}
