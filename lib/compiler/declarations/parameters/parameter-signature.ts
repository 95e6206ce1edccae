import type { ParamOptions } from '../../../model/declaration/param-options.js';
import type {
  ParameterSignature,
  TypeSignature,
} from '../../../model/signature/method-signature.js';
import type { JsonValue } from '../../../schema/vocabulary.js';
import type { TagReading } from '../../tags/read-tags.js';
import type { ProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import { constantOf } from '../../syntax/constant.js';
import { isRejection, oneLine } from '../../syntax/rejection.js';
import type { TypeReading } from '../../types/type-reading.js';
import type { DecoratorOptions } from './read-decorator-options.js';
import type { ParameterNode, ParameterPlace } from './parameter-place.js';

/** The type of a parameter, whether it allows `undefined`, and the tags of its docstring. */
interface ReadType {
  readonly type: TypeSignature;
  readonly isOptional: boolean;
  readonly tags: TagReading;
}

/** The signature of a parameter or property. */
export function parameterSignature(
  node: ParameterNode,
  { options }: DecoratorOptions,
  { type, isOptional, tags }: ReadType,
  { scope, description }: ParameterPlace,
): ParameterSignature {
  const fallback = node.initializer === undefined ? tags.default : defaultOf(node, scope.view);
  const isGiven = fallback !== undefined || node.initializer !== undefined;
  const mayBeAbsent = isOptional || node.questionToken !== undefined || isGiven;
  return {
    name: parameterName(node, options) ?? oneLine(node.name.getText()),
    type,
    ...(mayBeAbsent ? { optional: true as const } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(description === undefined ? {} : { description }),
    ...(tags.limits === undefined ? {} : { limits: tags.limits }),
  };
}

/** The name that the source or `@Param({ name })` gives; `undefined` for a pattern without either. */
export function parameterName(
  { name }: ParameterNode,
  options: ParamOptions | undefined,
): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteral(name)) return name.text;
  return options?.name;
}

/**
 * The type of the signature, where the decorators do not state another: `@ListOf` states a list.
 */
export function signedType(
  reading: TypeReading,
  node: ParameterNode,
  list: DecoratorOptions['list'],
): TypeSignature {
  const isRead = !isRejection(reading);
  const isOther = isRead && list !== undefined && isVague(reading.type);
  return isRead && !isOther ? reading.type : opaqueType(node, list);
}

function isVague({ kind }: TypeSignature): boolean {
  return kind === 'union' || kind === 'any';
}

/** A type that nothing validates by, or that the decorators state. */
export function opaqueType(node: ParameterNode, list: DecoratorOptions['list']): TypeSignature {
  const text = oneLine(node.type?.getText() ?? 'unknown');
  const opaque: TypeSignature = { kind: 'opaque', text };
  return list === undefined ? opaque : { kind: 'array', items: opaque };
}

/** The default of a parameter, where it is constant. */
function defaultOf({ initializer }: ParameterNode, view: ProjectView): JsonValue | undefined {
  return initializer === undefined ? undefined : constantOf(initializer, view)?.value;
}
