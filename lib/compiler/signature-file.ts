import type { ClassSignature } from '../types/method-signature.js';
import { ts } from './program/typescript.js';
import { SIGNATURES_FORMAT, type SignedFile } from '../types/rest-signatures.js';
import type { ClassLocation } from './classes/class-references.js';

/** A class as a file of signatures lists it. */
export interface ListedClass {
  /** The place in which the file of signatures finds it. */
  readonly location: Required<ClassLocation>;
  readonly signature: ClassSignature;
  /** The classes that the signature names, by their keys there. */
  readonly references: readonly (readonly [key: string, location: Required<ClassLocation>])[];
}

/** The classes of one source file. */
export interface ListedFile extends Omit<SignedFile, 'classes'> {
  readonly classes: readonly ListedClass[];
}

/** Each method has a line of its own, so that a review shows its changes. */
const SIGNATURE_LEVELS = 2;

/**
 * `{ format: 1, files: [{ source, dependencies, hash, classes }] }`, as `RestSignatures` describes it. `importModule`
 * makes the expression of an imported module, and records the import.
 */
export function signaturesLiteral(
  files: readonly ListedFile[],
  importModule: (module: string) => ts.Expression,
): ts.ObjectLiteralExpression {
  const thunk = ({ module, path }: Required<ClassLocation>): ts.Expression =>
    thunkOf(importModule(module), path);
  const classLiteral = ({ location, signature, references }: ListedClass): ts.Expression =>
    objectOf([
      ['class', thunk(location)],
      ['signature', literalOf(signature, SIGNATURE_LEVELS)],
      ['references', objectOf(references.map(([key, one]) => [key, thunk(one)]))],
    ]);
  const fileLiteral = ({ source, dependencies, hash, classes }: ListedFile): ts.Expression =>
    objectOf([
      ['source', textLiteral(source)],
      ['dependencies', literalOf(dependencies, 1)],
      ['hash', textLiteral(hash)],
      ['classes', ts.factory.createArrayLiteralExpression(classes.map(classLiteral), true)],
    ]);
  return objectOf([
    ['format', literalOf(SIGNATURES_FORMAT)],
    ['files', ts.factory.createArrayLiteralExpression(files.map(fileLiteral), true)],
  ]);
}

/** `() => module["OrderLine"]`: read when the application starts, so that circular imports resolve. */
function thunkOf(module: ts.Expression, path: readonly string[]): ts.Expression {
  const { factory } = ts;
  const expression = path.reduce(
    (object, name) => factory.createElementAccessExpression(object, textLiteral(name)),
    module,
  );
  return factory.createArrowFunction(undefined, undefined, [], undefined, undefined, expression);
}

/** `import * as name from "module";` The compiler does not remove an import that it did not parse. */
export function importOf(module: string, name: string): ts.ImportDeclaration {
  const { factory } = ts;
  const namespace = factory.createNamespaceImport(factory.createIdentifier(name));
  const clause = factory.createImportClause(undefined, undefined, namespace);
  return factory.createImportDeclaration(undefined, clause, textLiteral(module));
}

/**
 * A name in a value never acts as code, not even `__proto__`. `levels` is how many levels of the value get lines of
 * their own.
 */
function literalOf(value: unknown, levels = 0): ts.Expression {
  const { factory } = ts;
  if (value === null) return factory.createNull();
  if (typeof value === 'boolean') return value ? factory.createTrue() : factory.createFalse();
  if (typeof value === 'number') return numberOf(value);
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => literalOf(item, levels - 1));
    return factory.createArrayLiteralExpression(items, levels > 0 && items.length > 0);
  }
  const entries = Object.entries(value as object)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]: [string, unknown]) => [name, literalOf(member, levels - 1)] as const);
  return objectOf(entries, levels > 0);
}

function objectOf(
  entries: readonly (readonly [name: string, value: ts.Expression])[],
  hasLines = true,
): ts.ObjectLiteralExpression {
  const properties = entries.map(([name, value]) =>
    ts.factory.createPropertyAssignment(propertyName(name), value),
  );
  return ts.factory.createObjectLiteralExpression(properties, hasLines && entries.length > 0);
}

/** Does not escape the letters of other languages. */
export function textLiteral(text: string): ts.StringLiteral {
  return ts.setEmitFlags(ts.factory.createStringLiteral(text), ts.EmitFlags.NoAsciiEscaping);
}

/** In an object literal, `__proto__: value` sets the prototype; a computed name does not. */
function propertyName(name: string): ts.PropertyName {
  if (name === '__proto__') return ts.factory.createComputedPropertyName(textLiteral(name));
  return /^[A-Za-z_$][\w$]*$/.test(name) ? ts.factory.createIdentifier(name) : textLiteral(name);
}

function numberOf(value: number): ts.Expression {
  const { factory } = ts;
  if (value >= 0) return factory.createNumericLiteral(value);
  const positive = factory.createNumericLiteral(-value);
  return factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, positive);
}
