import ts from '#typescript';

// TypeScript is imported only here. It is an optional peer: only builds need it. Which package it is, and what to
// do if there is none, is in `installed-typescript.cjs`.
export { ts };

/** All that this compiler asks the checker of TypeScript, as docs/architecture.md lists it. */
export type Checker = Pick<
  ts.TypeChecker,
  // The meaning of a name.
  | 'getSymbolAtLocation'
  | 'getAliasedSymbol'
  | 'getImmediateAliasedSymbol'
  | 'getExportsOfModule'
  // The type of a place.
  | 'getTypeFromTypeNode'
  | 'getTypeAtLocation'
  | 'getTypeOfSymbol'
  | 'getTypeOfSymbolAtLocation'
  | 'getDeclaredTypeOfSymbol'
  | 'getSignatureFromDeclaration'
  | 'getReturnTypeOfSignature'
  // The parts of a type.
  | 'getTypeArguments'
  | 'getPropertiesOfType'
  | 'getPropertyOfType'
  | 'getIndexInfosOfType'
  | 'getBaseTypes'
  | 'getBaseTypeOfLiteralType'
  | 'getConstantValue'
  | 'isArrayType'
  | 'isArrayLikeType'
  | 'isTupleType'
  // A type without its absence, or awaited.
  | 'getNonNullableType'
  | 'getNullType'
  | 'getAwaitedType'
  // The text of a type.
  | 'typeToString'
>;
