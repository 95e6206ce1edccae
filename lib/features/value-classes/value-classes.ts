import { memoize } from '../../shared/promises.js';
import { classesIn } from '../../types/type-schema.js';
import { isJsonObject, type Class } from '../../shared/records.js';
import type { UnknownArguments } from '../../routes/declaration/route-declaration.js';
import type { Hydrate } from '../../schema/compile-schema.js';
import { createInstantiator, withoutAbsent } from '../../schema/engine/instantiate.js';
import {
  declaredType,
  nameOf,
  propertyOf,
  type ParameterDeclaration,
} from '../../routes/declaration/parameter-declaration.js';
import type { ValueClasses } from '../../nest/doors.js';
import { containsClass, type ClassHandle } from '../../types/type.js';
import { loadClassTransformer } from './class-transformer.js';
import { loadClassValidator } from './class-validator.js';
import { readProperties, type ClassSources } from './read-properties.js';
import { routeValidator, type RuledClass } from './route-validator.js';

/** Loads class-validator and class-transformer, if they are installed, for an application that uses value classes. */
export async function loadValueClasses(unknown: UnknownArguments): Promise<ValueClasses> {
  const validator = await loadClassValidator();
  const transformer = await loadClassTransformer();
  const sources: ClassSources = { validator, transformer, rejectsUnknown: unknown === 'refuse' };
  const propertiesOf = memoize((type: Class) => readProperties(type, sources));
  const rulesOf = ruledClasses(propertiesOf, sources);
  const namesOf = memoize((type: Class) => {
    const entries = propertiesOf(type).map((source) => {
      const name = nameOf(source) ?? '';
      // Of `@Expose`, class-validator's texts stay as a validation pipe sends them.
      return [propertyOf(source), { name, isInText: source.sentAs === undefined }] as const;
    });
    return new Map(entries);
  });
  const nameIn = (type: Class, property: string) => namesOf(type).get(property);
  const isRuled = ({ ref }: ClassHandle) => rulesOf(ref as Class) !== undefined;
  return {
    read: ({ ref }) => {
      const properties = propertiesOf(ref as Class);
      return properties.length === 0 ? undefined : properties;
    },
    instantiate: ({ ref }) => {
      const type = ref as Class;
      return instantiator(type, propertiesOf(type), sources);
    },
    validator: (args, parameters, wording) => {
      if (validator === undefined) return undefined;
      const collected = parameters.flatMap((parameter) => {
        const into = parameter.kind === 'arguments' ? parameter.into : undefined;
        return parameter.kind === 'arguments' && into !== undefined && isRuled(into)
          ? [parameter]
          : [];
      });
      // The object that collects an argument is validated with it.
      const inside = new Set(collected.flatMap(({ members }) => members.map(({ name }) => name)));
      const held = args.filter(
        ({ name, hydrations }) => !inside.has(name) && classesIn(hydrations).some(isRuled),
      );
      return routeValidator({ held, collected, rulesOf, nameIn, validator, wording });
    },
  };
}

/** The data of classes with rules that class-validator needs; `undefined` for others. */
function ruledClasses(
  propertiesOf: (type: Class) => readonly ParameterDeclaration[],
  { validator, transformer, rejectsUnknown }: ClassSources,
): (type: Class) => RuledClass | undefined {
  const nestedIn = (type: Class) =>
    (validator?.rulesOf(type) ?? [])
      .filter((rule) => rule.type === 'nestedValidation')
      .map(({ propertyName: property }) => property);
  // Schemas decide on the properties that they describe. They do not describe the objects that `@Type` makes by a
  // discriminator, or the values that `@Transform` makes from a text.
  const isOpaque = (type: Class, seen = new Set<Class>()): boolean => {
    if (seen.has(type)) return false;
    seen.add(type);
    const described = new Set(propertiesOf(type).filter(isMadeBySchema).map(propertyOf));
    return nestedIn(type).some((property) => {
      const made = transformer?.typeOf(type, property);
      return !described.has(property) || (made !== undefined && isOpaque(made, seen));
    });
  };
  const describe = memoize((type: Class): { readonly rules: RuledClass | undefined } => {
    if ((validator?.rulesOf(type) ?? []).length === 0) return { rules: undefined };
    const nested = new Set(nestedIn(type));
    const names = propertiesOf(type).filter(isMadeBySchema).map(propertyOf);
    const loose = rejectsUnknown ? 'reject' : 'strip';
    return {
      rules: {
        unknown: isOpaque(type) ? loose : 'keep',
        unvalidated: names.filter((name) => !nested.has(name)),
      },
    };
  });
  return (type) => describe(type).rules;
}

/**
 * class-transformer makes the instances of a class with rules, as in `ValidationPipe`, or with decorators of its own;
 * `new` makes those of other classes, so that initializers set absent properties.
 */
function instantiator(
  type: Class,
  declared: readonly ParameterDeclaration[],
  { validator, transformer }: ClassSources,
): Hydrate {
  const taken = declared.filter(({ ruleState }) => ruleState !== 'left-out');
  /** The properties of the class by their names in requests. */
  const properties = new Map(taken.map((source) => [nameOf(source) ?? '', propertyOf(source)]));
  const propertyNamed = (name: string): string => properties.get(name) ?? name;
  const ruled = (validator?.rulesOf(type) ?? []).map((rule) => rule.propertyName);
  const made = new Set(taken.filter(isMadeBySchema).map(propertyOf));
  const isTransformed =
    ruled.length > 0 || transformer?.isDecorated(type, [...properties.values()], made) === true;
  if (transformer === undefined || !isTransformed) {
    const names = [...properties.keys()];
    const create = createInstantiator(type as unknown as new () => object, names, propertyNamed);
    return taken.length === declared.length
      ? create
      : (values) => withoutAbsent(create(values) as object);
  }
  // class-transformer would copy a file, and would transform the instances that the schema has made a second time.
  const isKept = ([, property]: readonly [string, string]): boolean => {
    const concerns = ruled.includes(property) || transformer.isDecorated(type, [property], made);
    return made.has(property) || !concerns;
  };
  const kept = new Map([...properties].filter(isKept));
  // `@Expose({ name })` gives a property another name for class-transformer.
  const transformed = new Map(
    [...properties]
      .filter(([name]) => !kept.has(name))
      .map(([name, property]) => [name, transformer.exposedName(type, property) ?? property]),
  );
  return (values) => {
    const given: readonly (readonly [string, unknown])[] = Object.entries(values as object);
    const ordinary = given.flatMap(([name, value]) => {
      const key = transformed.get(name);
      return key === undefined ? [] : [[key, ordinaryOf(value)] as const];
    });
    const instance = transformer.toInstance(type, Object.fromEntries(ordinary));
    for (const [name, value] of given) {
      const property = kept.get(name);
      if (property !== undefined && !transformer.excludes(type, property))
        Reflect.set(instance, property, value);
    }
    return withoutAbsent(instance);
  };
}

/** `@Type(() => Number)` calls `Number(value)`, which throws for an object without the methods of all objects. */
function ordinaryOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordinaryOf);
  return isJsonObject(value) && !('toString' in value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, ordinaryOf(one)]))
    : value;
}

function isMadeBySchema(source: ParameterDeclaration): boolean {
  const { read = source } = source;
  const type = read.ruleState === 'deferred' ? undefined : declaredType(read);
  return type !== undefined && !('code' in type) && containsClass(type);
}
