import type { Class } from '../../shared/class.js';
import type { EndpointPorts } from '../../pipeline/endpoint.js';
import type { Hydrate } from '../../schema/compile-schema.js';
import { createInstantiator } from '../../schema/engine/instantiate.js';
import type { ClassHandle } from '../../model/types/declared-type.js';
import type { ArgumentDefinition } from '../../model/definition/argument-definition.js';
import type {
  ArgumentsDefinition,
  ParameterDefinition,
} from '../../model/definition/parameter-definition.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import type { ValueClassReader } from '../../model/declaration/class-readers.js';
import { loadClassTransformer, type ClassTransformer } from './class-transformer.js';
import type { ClassValidator } from './class-validator-types.js';
import { loadClassValidator } from './class-validator.js';
import { routeValidator, type RuledArgument } from './route-validator.js';
import { ruleOptions } from './rule-options.js';
import { propertyName, readProperties, rulesByProperty } from './ruled-properties.js';

/** Reads, instantiates and validates the value classes of an application. */
export interface ValueClasses {
  readonly read: ValueClassReader;
  instantiate(handle: ClassHandle): Hydrate;
  /** Runs the rules that no schema can express; `undefined` where there are none. */
  validator(
    args: readonly ArgumentDefinition[],
    parameters: readonly ParameterDefinition[],
  ): EndpointPorts['validate'];
}

/** Loads class-validator and class-transformer only for an application that uses value classes. */
export async function loadValueClasses(areUsed: boolean): Promise<ValueClasses> {
  const validator = areUsed ? await loadClassValidator() : undefined;
  const transformer = areUsed ? await loadClassTransformer() : undefined;
  const known = new Map<unknown, readonly ParameterDeclaration[] | undefined>();
  return {
    read: ({ ref }) => {
      if (!known.has(ref)) known.set(ref, readProperties(ref as Class, validator, transformer));
      return known.get(ref);
    },
    instantiate: ({ ref }) => instantiator(ref as Class, validator, transformer),
    validator: (args, parameters) =>
      validator === undefined
        ? undefined
        : routeValidator(
            {
              args: ruledArguments(args, validator),
              collected: ruledObjects(parameters, validator),
            },
            validator,
          ),
  };
}

/** Instances are made with `new`, so that initializers set absent properties, or by class-transformer. */
function instantiator(
  type: Class,
  validator: ClassValidator | undefined,
  transformer: ClassTransformer | undefined,
): Hydrate {
  const constructible = type as unknown as new () => object;
  const names = (readProperties(type, validator, transformer) ?? []).map(propertyName);
  if (transformer?.isDecorated(type, names) === true) {
    return (properties) => transformer.toInstance(type, properties as object);
  }
  return createInstantiator(constructible, names);
}

/** The arguments whose classes have rules that a schema cannot express. */
function ruledArguments(
  args: readonly ArgumentDefinition[],
  validator: ClassValidator,
): readonly RuledArgument[] {
  return args.flatMap(({ name, hydrations }) => {
    const classes = hydrations.flatMap(({ into }) => (into === 'date' ? [] : [into.ref as Class]));
    const ruled = classes.filter((type) => mustRun(type, validator));
    return ruled.length === 0 ? [] : [{ name, classes: ruled }];
  });
}

/** The `@Arguments()` parameters whose classes have such rules. */
function ruledObjects(
  parameters: readonly ParameterDefinition[],
  validator: ClassValidator,
): readonly ArgumentsDefinition[] {
  return parameters.flatMap((parameter) => {
    const isRuled =
      parameter.kind === 'arguments' &&
      parameter.into !== undefined &&
      mustRun(parameter.into.ref as Class, validator);
    return isRuled ? [parameter] : [];
  });
}

function mustRun(type: Class, validator: ClassValidator): boolean {
  return [...rulesByProperty(validator.rulesOf(type)).values()].some(
    (rules) => ruleOptions(rules).mustRun,
  );
}
