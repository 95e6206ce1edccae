import { SIGNATURES_FORMAT } from '../../model/signature/rest-signatures.js';
import { ts } from '../program/typescript.js';
import { literalOf, objectOf, textLiteral } from './json-literal.js';
import type { ImportedClass, ListedClass, ListedFile } from './signature-file.js';

/** Makes the expression of an imported module, and takes note of the import. */
export type ImportModule = (module: string) => ts.Expression;

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
