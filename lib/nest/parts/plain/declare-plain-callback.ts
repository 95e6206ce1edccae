import { designTypes } from '../../../decorators/metadata-accessor.js';
import type { ParamOptions } from '../../../model/declaration/param-options.js';
import {
  nameOf,
  type ParameterDeclaration,
} from '../../../model/declaration/parameter-declaration.js';
import type { CallbackDeclaration } from '../../../model/declaration/route-declaration.js';
import type { Class } from '../../../shared/class.js';
import type { NestArgument } from './nest-arguments.js';
import { optionsOfDesignType } from './pipe-options.js';

/**
 * A callback with the types that Nest knows, where neither a signature nor `@Param` states them: those of
 * the pipes of the handler, else of the decorator metadata of the callback, else of that of the handler.
 */
export function withNestTypes(
  declaration: CallbackDeclaration,
  given: readonly NestArgument[],
): CallbackDeclaration {
  const own = ownTypes(declaration);
  const parameters = declaration.parameters.map((parameter) => {
    const name = nameOf(parameter);
    if (name === undefined) return parameter;
    const argument = given.find((candidate) => candidate.name === name);
    return typed(parameter, argument, optionsOfDesignType(own[parameter.index]));
  });
  return { ...declaration, parameters };
}

function typed(
  parameter: ParameterDeclaration,
  argument: NestArgument | undefined,
  byDesign: ParamOptions | undefined,
): ParameterDeclaration {
  const stated = isTyped(parameter)
    ? withoutType(argument?.byPipes)
    : { ...argument?.byDesign, ...byDesign, ...argument?.byPipes };
  return { ...parameter, options: { ...stated, ...parameter.options } };
}

/** What a handler does without, the callback does without too. */
function withoutType({ default: value, required }: ParamOptions = {}): ParamOptions {
  return {
    ...(value === undefined ? {} : { default: value }),
    ...(required === undefined ? {} : { required }),
  };
}

function isTyped({ signature, options, list, designType }: ParameterDeclaration): boolean {
  return (signature ?? options?.type ?? options?.enum ?? list ?? designType) !== undefined;
}

function ownTypes({ owner, name }: CallbackDeclaration): readonly unknown[] {
  return owner === undefined ? [] : designTypes(owner.ref as Class, name);
}
