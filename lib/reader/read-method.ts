import type { MethodSignature, TypeSignature } from '../signature/method-signature.js';
import type { ClassReferences } from './class-references.js';
import { documentationOf, parameterDescription } from './docstring.js';
import { decoratorsOf, named } from './our-decorators.js';
import { readParameter, type ParameterReading } from './read-parameter.js';
import { readType } from './read-type.js';
import { isRefusal, oneLine, refuse } from './reading.js';
import type { Scope } from './scope.js';
import { ts } from './typescript.js';

/** A function whose parameters are read: a method, or what a static property holds. */
export type MethodNode = ts.MethodDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/** One method as the source states it. */
export interface MethodReading {
  readonly signature: MethodSignature;
  readonly parameters: readonly ParameterReading[];
}

/** Reads the parameters of a method, what it returns, and its docstring. */
export function readMethod(node: MethodNode, scope: Scope): MethodReading {
  scope.view.visit(node);
  const parameters = node.parameters
    .filter(({ name }) => !isThis(name))
    .map((parameter, index) =>
      readParameter(parameter, { index, scope, description: parameterDescription(parameter) }),
    );
  const returns =
    node.type === undefined ? undefined : readReturned(node.type, describedOnly(scope));
  const signature: MethodSignature = {
    parameters: parameters.map((parameter) => parameter.signature),
    ...(returns === undefined ? {} : { returns }),
    ...documentationOf(node),
  };
  return { signature, parameters };
}

/** `this: Type` is no parameter. */
function isThis(name: ts.BindingName): boolean {
  return ts.isIdentifier(name) && name.text === 'this';
}

const WRAPPERS: ReadonlySet<string> = new Set([
  'Promise',
  'PromiseLike',
  'Observable',
  'RestResponse',
]);

/** What a method returns is described, not validated: what cannot be read is kept as a text. */
function readReturned(node: ts.TypeNode, scope: Scope): TypeSignature {
  if (ts.isParenthesizedTypeNode(node)) return readReturned(node.type, scope);
  const wrapped = wrappedType(node);
  if (wrapped !== undefined) return readReturned(wrapped, scope);
  const opaque: TypeSignature = { kind: 'opaque', text: oneLine(node.getText()) };
  const elements = elementsOf(node);
  if (elements !== undefined) return { kind: 'array', items: readReturned(elements, scope) };
  const reading = readType(node, scope);
  return isRefusal(reading) ? opaque : reading.type;
}

function wrappedType(node: ts.TypeNode): ts.TypeNode | undefined {
  return ts.isTypeReferenceNode(node) && WRAPPERS.has(node.typeName.getText())
    ? node.typeArguments?.[0]
    : undefined;
}

function elementsOf(node: ts.TypeNode): ts.TypeNode | undefined {
  if (ts.isArrayTypeNode(node)) return node.elementType;
  if (ts.isTypeOperatorNode(node) && ts.isArrayTypeNode(node.type)) return node.type.elementType;
  const isList =
    ts.isTypeReferenceNode(node) && /^(?:Readonly)?Array$/.test(node.typeName.getText());
  return isList ? node.typeArguments?.[0] : undefined;
}

/** A class that serves as a type alone must not be imported for its description: value classes are. */
function describedOnly(scope: Scope): Scope {
  const { references, view } = scope;
  const keyOf: ClassReferences['keyOf'] = (symbol, name) => {
    const { valueDeclaration } = symbol;
    const isValueClass =
      valueDeclaration !== undefined &&
      named(decoratorsOf(valueDeclaration, view), 'ValueClass').length > 0;
    return isValueClass ? references.keyOf(symbol, name) : refuse('RR2013', name);
  };
  return { ...scope, references: { ...references, keyOf } };
}
