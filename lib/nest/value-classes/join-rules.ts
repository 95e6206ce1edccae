import { classType } from '../../decorators/reading/class-type.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import { statesType } from '../../model/declaration/type-of-parameter.js';
import type { Class } from '../../shared/class.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import type { ClassTransformer } from './class-transformer.js';
import { elementType, type RuleOptions } from './rule-options.js';

/** A value class with rules of class-validator. */
export interface RuledClass {
  readonly type: Class;
  readonly transformer: ClassTransformer | undefined;
}

/** Merges the rules on a property into its declaration, which takes precedence. */
export function joinRules(
  source: ParameterDeclaration,
  name: string,
  rules: RuleOptions,
  ruled: RuledClass,
): ParameterDeclaration {
  const { options } = source;
  if (!rules.isList) {
    const limits = isTyped(source) ? limitsOnly(rules) : typedByDesign(rules, ruled.type, name);
    return mergeObjects(source, { options: mergeObjects(limits, options, { name }) });
  }
  const items = itemsOf(source, name, rules, ruled);
  if (items === undefined)
    return mergeObjects(source, { options: mergeObjects({}, options, { name }) });
  return mergeObjects(source, {
    options: mergeObjects(presenceOf(rules), options, { name }),
    list: { items, limits: mergeObjects(rules.limits, source.list?.limits) },
  });
}

function isTyped({ signature, options }: ParameterDeclaration): boolean {
  return signature !== undefined || statesType(options);
}

/** The type of the elements of a list. */
function itemsOf(
  { list }: ParameterDeclaration,
  name: string,
  rules: RuleOptions,
  { type, transformer }: RuledClass,
) {
  const element = transformer?.typeOf(type, name);
  const isNested = rules.isNested && element !== undefined;
  return list?.items ?? (isNested ? classType(element) : elementType(rules));
}

function presenceOf({ options: { required, nullable } }: RuleOptions): RuleOptions['options'] {
  return {
    ...(required === undefined ? {} : { required }),
    ...(nullable === undefined ? {} : { nullable }),
  };
}

/** The signature states the type. */
function limitsOnly({ options: { type: _type, enum: _enum, ...limits } }: RuleOptions) {
  return limits;
}

/** `@Min(1) quantity: number` states no type, but the compiler's metadata does for simple types. */
function typedByDesign(
  { options }: RuleOptions,
  type: Class,
  name: string,
): RuleOptions['options'] {
  if (options.type !== undefined || options.enum !== undefined) return options;
  const design: unknown = Reflect.getMetadata('design:type', type.prototype as object, name);
  const types = new Map<unknown, 'string' | 'number' | 'boolean' | 'date'>([
    [String, 'string'],
    [Number, 'number'],
    [Boolean, 'boolean'],
    [Date, 'date'],
  ]);
  const known = types.get(design);
  return known === undefined ? options : { ...options, type: known };
}
