import type { DiagnosticLocation, ParameterOwner } from '../../diagnostics/location.js';
import type { MethodSignature } from '../../types/method-signature.js';
import { ts } from '../program/typescript.js';
import { documentationOf, parameterDescription } from '../syntax/docstring.js';
import type { TypeScope } from '../types/type-reading.js';
import type { LocatedRejection, Rejection } from '../syntax/nodes.js';
import { hasLimitTags, misplacedTag } from '../tags/read-tags.js';
import { strayTag } from '../tags/stray-tags.js';
import { readParameter, type ParameterReading } from './read-parameter.js';
import { readInferred, readReturned } from './read-returned.js';

/** A function whose parameters are read: a method, or the value of a static property. */
export type MethodNode = ts.MethodDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/** One method as the source declares it. */
export interface MethodReading {
  readonly signature: MethodSignature;
  readonly parameters: readonly ParameterReading[];
  /** A tag that belongs to no parameter, such as one on the method. */
  readonly stray: Rejection | undefined;
}

/** Reads the parameters of a method, the type it returns, and its docstring. */
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
  return { signature, parameters, stray: hasLimitTags(node) ? misplacedTag(node) : strayTag(node) };
}

/** Reads a method with a route. Documents need what it returns, also where the source does not state it. */
export function readRouteMethod(node: MethodNode, scope: TypeScope): MethodReading {
  const reading = readMethod(node, scope);
  if (node.type !== undefined) return reading;
  return { ...reading, signature: { ...reading.signature, ...readInferred(node, scope) } };
}

/** The parameters that could not be read. `owner` is the kind of method at the location. */
export function rejectedParameters(
  { parameters, stray }: MethodReading,
  owner: ParameterOwner,
  location: DiagnosticLocation,
): readonly LocatedRejection[] {
  const ofParameters = parameters.flatMap(
    ({ rejection, signature: { name }, source: { index } }) => {
      const part = { kind: 'parameter', owner, index, name } as const;
      return rejection === undefined ? [] : [{ rejection, location: { ...location, part } }];
    },
  );
  return stray === undefined ? ofParameters : [...ofParameters, { rejection: stray, location }];
}

/** `this: Type` declares no parameter. */
function isThis(name: ts.BindingName): boolean {
  return ts.isIdentifier(name) && name.text === 'this';
}
