import { docTagsOf } from '../../tags/doc-tags.js';
import { ts } from '../../program/typescript.js';
import { unionMembers } from '../checked/checker-types.js';
import { isHidden, isStatic } from '../../syntax/nodes.js';

/** Whether JSON contains a property: no method, and nothing that is not public. */
export function isSent(property: ts.Symbol, declaration: ts.Declaration | undefined): boolean {
  if ((property.flags & ts.SymbolFlags.Method) !== 0) return false;
  if (declaration === undefined) return true;
  const name = ts.getNameOfDeclaration(declaration);
  // JSON contains neither `#secret` nor properties whose key is a symbol.
  if (name !== undefined && (ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name))) {
    return false;
  }
  return !isHidden(declaration) && !isStatic(declaration);
}

/**
 * Whether a property that is declared as present may be left out: an accessor, which JSON does not contain
 * of an instance, a property that class-transformer excludes, and one that may be `undefined`.
 */
export function maySkip(declaration: ts.Declaration | undefined, type: ts.Type): boolean {
  if (unionMembers(type).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0)) return true;
  if (declaration === undefined) return false;
  return ts.isAccessor(declaration) || isExcluded(declaration);
}

function isExcluded(declaration: ts.Declaration): boolean {
  const decorators = ts.canHaveDecorators(declaration) ? (ts.getDecorators(declaration) ?? []) : [];
  return decorators.some(
    ({ expression }) =>
      ts.isCallExpression(expression) && expression.expression.getText() === 'Exclude',
  );
}

/** Whether a property is declared as `readonly`, or has the tag `@readonly`: clients cannot change it. */
export function isReadonly(declaration: ts.Declaration | undefined): boolean {
  if (declaration === undefined) return false;
  const hasModifier = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0;
  return hasModifier || docTagsOf(declaration).some(({ name }) => name === 'readonly');
}

/** The annotation of a property. */
export function typeNodeOf(declaration: ts.Declaration | undefined): ts.TypeNode | undefined {
  const isTyped =
    declaration !== undefined &&
    (ts.isPropertySignature(declaration) ||
      ts.isPropertyDeclaration(declaration) ||
      ts.isParameter(declaration));
  return isTyped ? declaration.type : undefined;
}

/** The annotation of the elements of `T[]`. */
export function elementNode(node: ts.Node): ts.Node {
  if (ts.isTypeOperatorNode(node)) return elementNode(node.type);
  return ts.isArrayTypeNode(node) ? node.elementType : node;
}
