import { isStandardSchema } from '../types/standard-schema.js';
import type { DeclaredType } from '../types/declared-type.js';
import { nameOfType } from '../types/type-name.js';
import type { TypeDiagnostic } from '../types/type-result.js';
import type { ParameterDeclaration } from './parameter-declaration.js';
import type { ParamOptions, ParamSchema } from './param-options.js';
import { typeByHand } from './type-by-hand.js';

/**
 * The type of a parameter. What is declared by hand takes precedence over the signature, and the
 * signature over the class that decorator metadata names. `undefined` where none of them states a type.
 */
export function declaredType(
  source: ParameterDeclaration,
): DeclaredType | TypeDiagnostic | undefined {
  const { options, list, signature, designType } = source;
  if (list !== undefined && options?.schema === undefined) return listType(list.items, source);
  const byHand = options === undefined ? undefined : typeOfOptions(options, source);
  const type = byHand ?? signature?.type ?? designType;
  if (type === undefined || 'code' in type || options?.nullable === undefined) return type;
  const { nullable: _nullable, ...bare } = type;
  return options.nullable ? { ...bare, nullable: true } : bare;
}

function typeOfOptions(
  options: ParamOptions,
  source: ParameterDeclaration,
): DeclaredType | TypeDiagnostic | undefined {
  const { schema } = options;
  return schema === undefined ? typeByHand(options) : typeOfSchema(schema, source);
}

/** A schema states the whole type, and a Standard Schema everything: only the value decides. */
function typeOfSchema(
  schema: ParamSchema,
  { options = {}, list }: ParameterDeclaration,
): DeclaredType | TypeDiagnostic {
  const option = OTHER_TYPES.find((name) => options[name] !== undefined);
  const other = list === undefined ? option : '@ListOf';
  if (other !== undefined) {
    return { code: 'RR1006', expected: 'schema without a type', received: `schema and ${other}` };
  }
  if (isStandardSchema(schema)) return { kind: 'any' };
  if (typeof schema === 'object' && schema !== null) return { kind: 'schema', schema };
  const expected = 'a schema as data, or a Standard Schema';
  return { code: 'RR1006', expected, received: schema === null ? 'null' : typeof schema };
}

/** The options of a type, which a schema replaces. */
const OTHER_TYPES = [
  'type',
  'enum',
  'anyOf',
  'properties',
  'additionalProperties',
  'items',
] as const satisfies readonly (keyof ParamOptions)[];

/** Whether options state a type, so that no signature need do it. */
export function statesType(options: ParamOptions | undefined): boolean {
  if (options === undefined) return false;
  return options.schema !== undefined || OTHER_TYPES.some((name) => options[name] !== undefined);
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
    const received = signature === undefined ? String(other) : nameOfType(signature.type);
    return { code: 'RR1018', expected: 'a list', received };
  }
  const read = signature?.type.kind === 'array' ? signature.type.items.keywords : undefined;
  const whole = read === undefined ? items : { ...items, keywords: { ...read, ...items.keywords } };
  const type = { kind: 'array', items: whole } as const;
  return isNullable ? { ...type, nullable: true } : type;
}
