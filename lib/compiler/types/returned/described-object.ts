import type { ProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';

/** Whether a type is an object that the project defines: no function, and nothing foreign. */
export function isDescribable(type: ts.Type, view: ProjectView): boolean {
  const symbol: ts.Symbol | undefined = type.getSymbol();
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
  return (
    symbol !== undefined &&
    isObject &&
    type.getCallSignatures().length === 0 &&
    !isForeign(symbol, view)
  );
}

/** The types that an intersection joins; any other type by itself. */
export function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isIntersection() ? type.types : [type];
}

/** The `T` of `Linked<T>`; `undefined` for any other type. */
export function linkedType(
  { aliasSymbol, aliasTypeArguments }: ts.Type,
  view: ProjectView,
): ts.Type | undefined {
  return view.ourName(aliasSymbol) === 'Linked' ? aliasTypeArguments?.[0] : undefined;
}

/** The name that the project gives a type; `undefined` for an unnamed one. */
export function objectName(symbol: ts.Symbol, view: ProjectView): string | undefined {
  const isPlain = /^[A-Za-z]\w*$/.test(symbol.name);
  return isPlain && !view.isBuiltIn(symbol) ? symbol.name : undefined;
}

/**
 * The properties of `Map`, and those of a class of a package, are not part of a response. A type that
 * a helper of the language makes, as `Pick<Item, 'id'>`, has the properties of the project's type.
 */
export function isForeign(symbol: ts.Symbol, view: ProjectView): boolean {
  const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
  const isNamed = isClass || (symbol.flags & ts.SymbolFlags.Interface) !== 0;
  const file = symbol.declarations?.[0]?.getSourceFile();
  const isOfPackage = file !== undefined && !view.isOfProject(file);
  return (isNamed && view.isBuiltIn(symbol)) || (isClass && isOfPackage);
}
