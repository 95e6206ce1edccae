import type { MethodSignature } from '../../../model/signature/method-signature.js';
import { documentationOf, parameterDescription } from '../../syntax/docstring.js';
import { readParameter, type ParameterReading } from '../parameters/read-parameter.js';
import { readReturned } from '../../types/returned/read-returned.js';
import { ts } from '../../program/typescript.js';
import type { TypeScope } from '../../types/type-reader.js';

/** A function whose parameters are read: a method, or what a static property holds. */
export type MethodNode = ts.MethodDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/** One method as the source states it. */
export interface MethodReading {
  readonly signature: MethodSignature;
  readonly parameters: readonly ParameterReading[];
}

/** Reads the parameters of a method, what it returns, and its docstring. */
export function readMethod(node: MethodNode, scope: TypeScope): MethodReading {
  scope.view.visit(node);
  const parameters = node.parameters
    .filter(({ name }) => !isThis(name))
    .map((parameter, index) =>
      readParameter(parameter, { index, scope, description: parameterDescription(parameter) }),
    );
  const returned = node.type === undefined ? {} : readReturned(node.type, scope);
  const signature: MethodSignature = {
    parameters: parameters.map((parameter) => parameter.signature),
    ...returned,
    ...documentationOf(node),
  };
  return { signature, parameters };
}

/** `this: Type` is no parameter. */
function isThis(name: ts.BindingName): boolean {
  return ts.isIdentifier(name) && name.text === 'this';
}
