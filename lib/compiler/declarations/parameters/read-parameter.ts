import type { ParameterDeclaration } from '../../../model/declaration/parameter-declaration.js';
import type {
  ParameterSignature,
  TypeSignature,
} from '../../../model/signature/method-signature.js';
import type { JsonValue } from '../../../schema/vocabulary.js';
import { declaredTypeOf } from './declared-type-of.js';
import { readHandWritten, type HandWritten } from './read-hand-written.js';
import { readInitializer } from './read-initializer.js';
import { readType } from '../../types/read-type.js';
import { ts } from '../../program/typescript.js';
import { type Rejection, reject, isRejection, oneLine } from '../../syntax/rejection.js';
import type { TypeReading } from '../../types/type-reading.js';
import type { TypeScope } from '../../types/type-reader.js';
import { constantOf } from '../../syntax/constant.js';
import { decoratorsOf, type OurDecorator } from '../../syntax/our-decorators.js';

export type ParameterNode = ts.ParameterDeclaration | ts.PropertyDeclaration;

/** One parameter of a method, or one property of a value class, as the source states it. */
export interface ParameterReading {
  readonly node: ParameterNode;
  readonly signature: ParameterSignature;
  /** What the rules look at; nothing of it where they cannot check. */
  readonly source: ParameterDeclaration;
  readonly decorators: readonly OurDecorator[];
  readonly rejection?: Rejection;
}

/** Where a parameter or property stands, and what is known of it besides. */
export interface ParameterPlace {
  readonly index: number;
  readonly scope: TypeScope;
  readonly description: string | undefined;
}

/** Reads a parameter of a method. Those that Nest fills are taken as they are. */
export function readParameter(node: ParameterNode, place: ParameterPlace): ParameterReading {
  const { scope, index } = place;
  const { ours, others } = decoratorsOf(node, scope.view);
  const isFilledByNest = ts.isParameter(node) && others > 0;
  const byHand = readHandWritten(ours, scope);
  const reading = readTypeOf(node, byHand, scope);
  const name = nameOf(node, byHand) ?? oneLine(node.name.getText());
  const rejection = isFilledByNest ? undefined : rejectionOf(node, byHand, reading);
  const type = isFilledByNest || isRejection(reading) ? opaqueType(node, byHand) : reading.type;
  const isOptional = !isRejection(reading) && reading.optional === true;
  const signature = signatureOf(node, name, type, isOptional, place);
  const isChecked = rejection === undefined && byHand.isConstant;
  const { options, list } = byHand;
  const source: ParameterDeclaration = {
    index,
    filledByNest: isFilledByNest,
    ...(isChecked
      ? { signature: { ...signature, type: declaredTypeOf(type, scope.references) } }
      : {}),
    ...(isChecked && options !== undefined ? { options } : {}),
    statesInjection: byHand.inject !== undefined,
    ...(isChecked && list !== undefined ? { list } : {}),
  };
  return {
    node,
    signature,
    source,
    decorators: ours,
    ...(rejection === undefined ? {} : { rejection }),
  };
}

function readTypeOf(node: ParameterNode, byHand: HandWritten, scope: TypeScope): TypeReading {
  if (byHand.inject !== undefined) return readInjected(byHand.inject, scope);
  if (node.type !== undefined) return readType(node.type, scope);
  return readInitializer(node, scope);
}

/** `@Param({ inject: TheClass })` */
function readInjected(expression: ts.Expression, scope: TypeScope): TypeReading {
  const symbol = scope.view.resolve(expression);
  if (symbol === undefined) return reject('RR2003', expression);
  if (scope.view.ourName(symbol) === 'RestRequest') return { type: { kind: 'request' } };
  const key = scope.references.keyOf(symbol, expression);
  return typeof key === 'string' ? { type: { kind: 'class', name: key } } : key;
}

function rejectionOf(
  node: ParameterNode,
  byHand: HandWritten,
  reading: TypeReading,
): Rejection | undefined {
  if (ts.isParameter(node) && node.dotDotDotToken !== undefined) return reject('RR2006', node);
  if (nameOf(node, byHand) === undefined) {
    return reject(ts.isParameter(node) ? 'RR2005' : 'RR2016', node.name);
  }
  return isRejection(reading) && !byHand.saysType ? reading : undefined;
}

/** A type that nobody validates by, or that the developer states by hand. */
function opaqueType(node: ParameterNode, byHand: HandWritten): TypeSignature {
  const opaque: TypeSignature = {
    kind: 'opaque',
    text: oneLine(node.type?.getText() ?? 'unknown'),
  };
  return byHand.list === undefined ? opaque : { kind: 'array', items: opaque };
}

function signatureOf(
  node: ParameterNode,
  name: string,
  type: TypeSignature,
  isOptional: boolean,
  { scope, description }: ParameterPlace,
): ParameterSignature {
  const fallback: JsonValue | undefined =
    node.initializer === undefined ? undefined : constantOf(node.initializer, scope.view)?.value;
  const isAbsentAllowed =
    isOptional || node.questionToken !== undefined || node.initializer !== undefined;
  return {
    name,
    type,
    ...(isAbsentAllowed ? { optional: true as const } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(description === undefined ? {} : { description }),
  };
}

function nameOf({ name }: ParameterNode, { options }: HandWritten): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteral(name)) return name.text;
  return options?.name;
}
