import type { ParamOptions } from '../../../model/declaration/param-options.js';
import type {
  ParameterSignature,
  TypeSignature,
} from '../../../model/signature/method-signature.js';
import type { JsonValue } from '../../../schema/vocabulary.js';
import type { ProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import { constantOf } from '../../syntax/constant.js';
import { oneLine } from '../../syntax/rejection.js';
import type { DecoratorOptions } from './read-decorator-options.js';
import type { ParameterNode, ParameterPlace } from './parameter-place.js';

/** The type of a parameter, and whether it allows `undefined`. */
interface ReadType {
  readonly type: TypeSignature;
  readonly isOptional: boolean;
}

/** The signature of a parameter or property. */
export function parameterSignature(
  node: ParameterNode,
  { options }: DecoratorOptions,
  { type, isOptional }: ReadType,
  { scope, description }: ParameterPlace,
): ParameterSignature {
  const fallback = defaultOf(node, scope.view);
  const mayBeAbsent =
    isOptional || node.questionToken !== undefined || node.initializer !== undefined;
  return {
    name: parameterName(node, options) ?? oneLine(node.name.getText()),
    type,
    ...(mayBeAbsent ? { optional: true as const } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(description === undefined ? {} : { description }),
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
