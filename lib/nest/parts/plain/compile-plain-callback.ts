import { argumentsOf, type CheckedParameter } from '../../../model/checked/checked-parameter.js';
import type { CallbackDeclaration } from '../../../model/declaration/route-declaration.js';
import {
  compileArgument,
  type Instantiate,
} from '../../../model/definition/argument-definition.js';
import { compileParameters } from '../../../model/definition/parameter-definition.js';
import { compileCallback } from '../../../model/definition/permission-definition.js';
import { findProvider } from '../../exploration/container-view.js';
import type { Module } from '../../internals.js';
import type { Instances } from '../../lazy-providers/instances.js';
import type { PlainRequest } from '../plain-request.js';
import type { PlainHandler } from '../explore-plain-handlers.js';
import type { NestArgument, NestWhole } from './nest-arguments.js';
import type { PlainCallback } from './plain-permission.js';

/** What the compiled callback takes its values from. */
export interface PlainCallbackContext {
  readonly handler: PlainHandler;
  /** The arguments that the handler takes by name. */
  readonly given: readonly NestArgument[];
  /** The sources that it takes as a whole. */
  readonly wholes: readonly NestWhole[];
  readonly instantiate: Instantiate;
  readonly instances: Instances;
}

/** Compiles a callback in whose parameters the rules found no diagnostic. */
export function compilePlainCallback(
  declaration: CallbackDeclaration,
  parameters: readonly CheckedParameter[],
  { handler, given, wholes, instantiate, instances }: PlainCallbackContext,
): PlainCallback {
  const definitions = argumentsOf(parameters).map((argument, position) =>
    compileArgument(argument, position, false, instantiate),
  );
  const takenWholes = wholes.map(({ index, source }) => ({ index, source, name: undefined }));
  return {
    ...compileCallback(declaration, compileParameters(parameters, definitions, instantiate)),
    handler,
    arguments: definitions.map((definition) => ({
      definition,
      named: given.filter((argument) => isNamed(argument, definition.name)),
      wholes: takenWholes,
    })),
    ports: { service: servicesOf(parameters, handler.found.module, instances) },
  };
}

/** Names of headers have no case. */
function isNamed({ name, source }: NestArgument, wanted: string): boolean {
  return name === wanted || (source === 'headers' && name.toLowerCase() === wanted.toLowerCase());
}

function servicesOf(
  parameters: readonly CheckedParameter[],
  module: Module,
  instances: Instances,
): PlainCallback['ports']['service'] {
  const getters = new Map<unknown, (request: PlainRequest) => unknown>();
  for (const parameter of parameters) {
    if (parameter.kind !== 'service') continue;
    const provider = findProvider(module, parameter.handle.ref);
    if (provider !== undefined) getters.set(parameter.handle.ref, instances.getter(provider));
  }
  return (type, request: PlainRequest) => getters.get(type)?.(request);
}
