import type {
  ArgumentDefinition,
  Instantiate,
  CheckedArguments,
  CheckedParameter,
} from './argument-definition.js';
import type { ClassHandle } from '../../types/type.js';
import type { Hydrate } from '../../schema/schema.js';
import { put } from '../../schema/values/values.js';

/** Where the value of one parameter of a method comes from. */
export type ParameterDefinition =
  | { readonly kind: 'argument'; readonly argument: ArgumentDefinition }
  | ArgumentsDefinition
  | { readonly kind: 'service'; readonly type: unknown }
  | { readonly kind: 'request' }
  | { readonly kind: 'nest'; readonly index: number };

/** A parameter with `@Arguments()`. */
export interface ArgumentsDefinition {
  readonly kind: 'arguments';
  readonly arguments: readonly ArgumentDefinition[];
  /** The class of the object; `undefined` for a plain one. */
  readonly into: ClassHandle | undefined;
  /** Makes the object from the values of the route's arguments; without those that are absent. */
  readonly collect: (values: readonly unknown[]) => object;
}

/** The parameters of a method or callback, whose arguments are those of the route. */
export function compileParameters(
  parameters: readonly CheckedParameter[],
  args: readonly ArgumentDefinition[],
  instantiate: Instantiate,
): readonly ParameterDefinition[] {
  return parameters.map((parameter) => compileParameter(parameter, args, instantiate));
}

function compileParameter(
  parameter: CheckedParameter,
  args: readonly ArgumentDefinition[],
  instantiate: Instantiate,
): ParameterDefinition {
  switch (parameter.kind) {
    case 'argument':
      return { kind: 'argument', argument: argumentNamed(parameter.name, args) };
    case 'arguments':
      return compileArguments(parameter, args, instantiate);
    case 'service':
      return { kind: 'service', type: parameter.handle.ref };
    case 'request':
      return { kind: 'request' };
    case 'nest':
      return { kind: 'nest', index: parameter.index };
  }
}

function compileArguments(
  { members, into }: CheckedArguments,
  args: readonly ArgumentDefinition[],
  instantiate: Instantiate,
): ArgumentsDefinition {
  const own = members.map(({ name }) => argumentNamed(name, args));
  const collect = createCollector(own, into === undefined ? undefined : instantiate(into));
  return { kind: 'arguments', arguments: own, into, collect };
}

function argumentNamed(name: string, args: readonly ArgumentDefinition[]): ArgumentDefinition {
  const argument = args.find((candidate) => candidate.name === name);
  if (argument === undefined) throw new RangeError(`No argument ${name}: the rules missed it.`);
  return argument;
}

/**
 * Makes the object of an `@Arguments()` parameter from the values of a route's arguments. An absent
 * argument is no property, so that the initializer of a class stays in force.
 *
 * @param toInstance Makes an instance of a class; without it the object stays plain.
 */
function createCollector(
  args: readonly Pick<ArgumentDefinition, 'name' | 'position'>[],
  toInstance: Hydrate | undefined,
): (values: readonly unknown[]) => object {
  const collect = (values: readonly unknown[]): object => {
    const made: Record<string, unknown> = {};
    for (const { name, position } of args) {
      const value = values[position];
      if (value !== undefined) put(made, name, value);
    }
    return made;
  };
  return toInstance === undefined ? collect : (values) => toInstance(collect(values)) as object;
}
