import type { CheckedParameter } from '../checked/checked-parameter.js';
import type { ArgumentDefinition } from './argument-definition.js';

/** Where the value of one parameter of a method comes from. */
export type ParameterDefinition =
  | { readonly kind: 'argument'; readonly argument: ArgumentDefinition }
  | { readonly kind: 'service'; readonly type: unknown }
  | { readonly kind: 'request' }
  | { readonly kind: 'nest'; readonly index: number };

/** The parameters of a method or callback, whose arguments are those of the route. */
export function compileParameters(
  parameters: readonly CheckedParameter[],
  args: readonly ArgumentDefinition[],
): readonly ParameterDefinition[] {
  return parameters.map((parameter) => compileParameter(parameter, args));
}

function compileParameter(
  parameter: CheckedParameter,
  args: readonly ArgumentDefinition[],
): ParameterDefinition {
  switch (parameter.kind) {
    case 'argument':
      return { kind: 'argument', argument: argumentNamed(parameter.name, args) };
    case 'service':
      return { kind: 'service', type: parameter.handle.ref };
    case 'request':
      return { kind: 'request' };
    case 'nest':
      return { kind: 'nest', index: parameter.index };
  }
}

function argumentNamed(name: string, args: readonly ArgumentDefinition[]): ArgumentDefinition {
  const argument = args.find((candidate) => candidate.name === name);
  if (argument === undefined) throw new RangeError(`No argument ${name}: the rules missed it.`);
  return argument;
}
