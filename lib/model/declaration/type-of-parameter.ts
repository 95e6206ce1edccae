import type { DeclaredType } from '../types/declared-type.js';
import type { ParameterDeclaration } from './parameter-declaration.js';
import { enumValues, type ParamOptions } from './param-options.js';
import { nameOfType, type TypeDiagnostic } from '../types/type-schema.js';

/**
 * The type of a parameter. What is declared by hand takes precedence over the signature, and the
 * signature over the class that decorator metadata names. `undefined` where none of them states a type.
 */
export function declaredType(
  source: ParameterDeclaration,
): DeclaredType | TypeDiagnostic | undefined {
  const { options, list, signature, designType } = source;
  if (list !== undefined) return listType(list.items, source);
  const byHand = options === undefined ? undefined : typeByHand(options);
  const type = byHand ?? signature?.type ?? designType;
  if (type === undefined || 'code' in type || options?.nullable === undefined) return type;
  const { nullable: _nullable, ...bare } = type;
  return options.nullable ? { ...bare, nullable: true } : bare;
}

function typeByHand(options: ParamOptions): DeclaredType | TypeDiagnostic | undefined {
  if (options.enum !== undefined) return { kind: 'enum', values: enumValues(options.enum) };
  if (options.type === 'array') {
    return {
      code: 'RR1006',
      expected: "@ListOf(items) beside type: 'array'",
      received: "only type: 'array'",
    };
  }
  return options.type === undefined ? undefined : { kind: options.type };
}

/** `@ListOf` must agree with the type that `@Param` or the signature states. */
function listType(
  items: DeclaredType,
  source: ParameterDeclaration,
): DeclaredType | TypeDiagnostic {
  const { options, signature } = source;
  const isNullable = options?.nullable ?? signature?.type.nullable === true;
  const other = options?.type ?? signature?.type.kind;
  if (other !== undefined && other !== 'array') {
    const received = signature === undefined ? other : nameOfType(signature.type);
    return { code: 'RR1018', expected: 'a list', received };
  }
  return isNullable ? { kind: 'array', items, nullable: true } : { kind: 'array', items };
}
