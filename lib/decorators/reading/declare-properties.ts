import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
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
  description: Description,
): ParameterDeclaration {
  const described = declareDescription(description);
  return mergeObjects(known, described, { options: { name, ...described.options } });
}

/** The descriptions of a subclass replace those of the classes it extends. */
function allDescriptions(type: Class): ReadonlyMap<string, Description> {
  const outermostFirst = prototypesOf(type).toReversed();
  return new Map(outermostFirst.flatMap((prototype) => [...propertyDescriptions(prototype)]));
}
