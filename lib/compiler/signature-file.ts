import type { ClassSignature } from '../types/method-signature.js';
import { posix, resolve } from 'node:path';
import { ts } from './program/typescript.js';
import { SIGNATURES_FORMAT } from '../types/rest-signatures.js';

/** Where a file of signatures finds a class: a module as it imports it, and the names within. */
export interface ImportedClass {
  readonly module: string;
  readonly path: readonly string[];
}

/** A class as a file of signatures lists it. */
export interface ListedClass {
  readonly location: ImportedClass;
  readonly signature: ClassSignature;
  /** The classes that the signature names, by their keys there. */
  readonly references: readonly (readonly [key: string, location: ImportedClass])[];
}

/** The classes of one source file. */
export interface ListedFile {
  /** The path from the folder of the manifest. */
  readonly source: string;
  readonly dependencies: readonly string[];
  readonly hash: string;
  readonly classes: readonly ListedClass[];
}

/** The folders that the paths in a file of signatures start from. */
export interface FilePlace {
  /** The path of the file itself, from which it imports the classes. */
  readonly path: string;
  /** The folder of the manifest, from which it names the sources. */
  readonly root: string;
}

/** The place of a file of signatures. */
export function filePlace(file: string): FilePlace {
  const path = resolve(file).replaceAll('\\', '/');
  const folder = posix.dirname(path);
  const manifest = ts.findConfigFile(folder, (name) => ts.sys.fileExists(name), 'package.json');
  return { path, root: manifest === undefined ? folder : posix.dirname(manifest) };
}

/** Makes the expression of an imported module, and takes note of the import. */
type ImportModule = (module: string) => ts.Expression;

/** `{ format: 1, files: [{ source, dependencies, hash, classes }] }`, as `RestSignatures` describes it. */
export function signaturesLiteral(
  files: readonly ListedFile[],
  importModule: ImportModule,
): ts.ObjectLiteralExpression {
  const listed = files.map((file) => fileLiteral(file, importModule));
  return objectOf([
    ['format', literalOf(SIGNATURES_FORMAT)],
    ['files', ts.factory.createArrayLiteralExpression(listed, true)],
  ]);
}

function fileLiteral(
  { source, dependencies, hash, classes }: ListedFile,
  importModule: ImportModule,
): ts.Expression {
  const listed = classes.map((one) => classLiteral(one, importModule));
  return objectOf([
    ['source', textLiteral(source)],
    ['dependencies', literalOf(dependencies, 1)],
    ['hash', textLiteral(hash)],
    ['classes', ts.factory.createArrayLiteralExpression(listed, true)],
  ]);
}

/** Each method has a line of its own, so that a change shows in a review. */
const SIGNATURE_LEVELS = 2;

function classLiteral(
  { location, signature, references }: ListedClass,
  importModule: ImportModule,
): ts.Expression {
  return objectOf([
    ['class', thunk(location, importModule)],
    ['signature', literalOf(signature, SIGNATURE_LEVELS)],
    ['references', objectOf(references.map(([key, one]) => [key, thunk(one, importModule)]))],
  ]);
}

/** `() => module["OrderLine"]`: read when the application starts, so that circular imports resolve. */
function thunk({ module, path }: ImportedClass, importModule: ImportModule): ts.Expression {
  const { factory } = ts;
  const expression = path.reduce<ts.Expression>(
    (object, name) => factory.createElementAccessExpression(object, textLiteral(name)),
    importModule(module),
  );
  return factory.createArrowFunction(undefined, undefined, [], undefined, undefined, expression);
}

/** How many levels of a value get lines of their own. */
type Levels = number;

/** A value of JSON as an expression. A name in it never acts as code, not even `__proto__`. */
function literalOf(value: unknown, levels: Levels = 0): ts.Expression {
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

/** An object literal of expressions by their names. */
function objectOf(
  entries: readonly (readonly [name: string, value: ts.Expression])[],
  hasLines = true,
): ts.ObjectLiteralExpression {
  const properties = entries.map(([name, value]) =>
    ts.factory.createPropertyAssignment(propertyName(name), value),
  );
  return ts.factory.createObjectLiteralExpression(properties, hasLines && entries.length > 0);
}

/** A text with the characters of its language, as people read it. */
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
