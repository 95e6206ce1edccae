import { declareProperties, undescribed } from '../../decorators/reading/declare-properties.js';
import {
  nameOf,
  type ParameterDeclaration,
} from '../../model/declaration/parameter-declaration.js';
import type { Class } from '../../shared/class.js';
import type { ClassTransformer } from './class-transformer.js';
import type { ClassValidator, ValidatorRule } from './class-validator-types.js';
import { joinRules } from './join-rules.js';
import { ruleOptions } from './rule-options.js';

/** The properties of a value class: its own declarations, completed by the rules of class-validator. */
export function readProperties(
  type: Class,
  validator: ClassValidator | undefined,
  transformer: ClassTransformer | undefined,
): readonly ParameterDeclaration[] | undefined {
  const declared = new Map(
    (declareProperties(type) ?? []).map((source) => [propertyName(source), source]),
  );
  for (const [name, rules] of rulesByProperty(validator?.rulesOf(type) ?? [])) {
    const known = declared.get(name) ?? undescribed(declared.size);
    declared.set(name, joinRules(known, name, ruleOptions(rules), { type, transformer }));
  }
  return declared.size === 0 ? undefined : [...declared.values()];
}

/** The rules of each property, in the order of their decorators. */
export function rulesByProperty(
  rules: readonly ValidatorRule[],
): ReadonlyMap<string, readonly ValidatorRule[]> {
  const byName = new Map<string, ValidatorRule[]>();
  // The storage lists the decorators of a property from the last to the first.
  for (const rule of rules)
    byName.set(rule.propertyName, [...(byName.get(rule.propertyName) ?? []), rule]);
  return byName;
}

/** The name of a declared property, which every declaration of one has. */
export function propertyName(property: ParameterDeclaration): string {
  return nameOf(property) ?? '';
}
