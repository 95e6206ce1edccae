import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import { joinLimits, limitsOf } from '../../model/declaration/limits-of.js';
import type { LimitsSignature } from '../../model/signature/method-signature.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import type { Class } from '../../shared/class.js';
import type { Description } from '../metadata.js';
import { attachedSignature, propertyDescriptions } from '../metadata-accessor.js';
import { prototypesOf } from './class-chain.js';
import { declareDescription } from './declare-parameters.js';
import { resolveParameters, type SignedParameter } from './resolved-signature.js';

/** The properties of a value class; `undefined` where nothing declares any. */
export function declareProperties(type: Class): readonly ParameterDeclaration[] | undefined {
  const declared = new Map<string, ParameterDeclaration>();
  for (const signature of signedProperties(type)) {
    declared.set(signature.name, { ...undescribed(declared.size), signature });
  }
  for (const [name, description] of allDescriptions(type)) {
    const known = declared.get(name) ?? undescribed(declared.size);
    declared.set(name, withDescription(known, name, description));
  }
  return declared.size === 0 ? undefined : [...declared.values()];
}

/** A property of which nothing is known but its place. */
export function undescribed(index: number): ParameterDeclaration {
  return { index, filledByNest: false, statesInjection: false };
}

function signedProperties(type: Class): readonly SignedParameter[] {
  const attached = attachedSignature(type);
  const properties = attached?.signature.properties;
  return attached === undefined || properties === undefined
    ? []
    : resolveParameters(properties, attached);
}

function withDescription(
  known: ParameterDeclaration,
  name: string,
  { description, inherited }: DescribedProperty,
): ParameterDeclaration {
  const described = declareDescription(description);
  return mergeObjects(
    mergeObjects(known, described),
    { options: { name, ...described.options } },
    inherited.length === 0 ? {} : inheritedLimits(inherited),
  );
}

/** What the nearest class states of a property, and what the classes below it state. */
interface DescribedProperty {
  readonly description: Description;
  readonly inherited: readonly Description[];
}

/** The description of a subclass replaces those of the classes it extends, but for their limits. */
function allDescriptions(type: Class): ReadonlyMap<string, DescribedProperty> {
  const all = new Map<string, DescribedProperty>();
  for (const prototype of prototypesOf(type).toReversed()) {
    for (const [name, description] of propertyDescriptions(prototype)) {
      const earlier = all.get(name);
      const inherited = earlier === undefined ? [] : [...earlier.inherited, earlier.description];
      all.set(name, { description, inherited });
    }
  }
  return all;
}

function inheritedLimits(
  inherited: readonly Description[],
): Pick<ParameterDeclaration, 'inherited' | 'conflicts'> {
  let limits: LimitsSignature = {};
  const conflicts: string[] = [];
  for (const { options = {}, list } of inherited) {
    const joined = joinLimits(limits, mergeObjects(limitsOf(options), list?.limits));
    limits = joined.limits;
    conflicts.push(...joined.conflicts);
  }
  return conflicts.length === 0 ? { inherited: limits } : { inherited: limits, conflicts };
}
