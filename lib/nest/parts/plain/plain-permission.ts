import type { ArgumentDefinition } from '../../../model/definition/argument-definition.js';
import type {
  CallbackDefinition,
  CompiledPermission,
} from '../../../model/definition/permission-definition.js';
import type { ServicePort } from '../../../pipeline/arguments/parameter-values.js';
import type { PlainHandler } from '../explore-plain-handlers.js';
import type { PlainRequest } from '../plain-request.js';
import type { NestSource } from './nest-arguments.js';

/** A parameter of a handler that may have the value of an argument of its callback. */
export interface TakenParameter {
  readonly index: number;
  readonly source: NestSource;
  /** `undefined` where the parameter takes the whole source. */
  readonly name: string | undefined;
}

/** An argument of a callback, and the parameters of the handler that may have a value of its name. */
export interface PlainArgument {
  readonly definition: ArgumentDefinition;
  readonly named: readonly TakenParameter[];
  readonly wholes: readonly TakenParameter[];
}

/** The callback of a handler of a plain controller, compiled. */
export interface PlainCallback extends CallbackDefinition, ServicePort<PlainRequest> {
  readonly handler: PlainHandler;
  readonly arguments: readonly PlainArgument[];
}

/** A handler of a plain controller, and the permission that `@RequirePermission` states. */
export interface PlainPermission {
  readonly handler: PlainHandler;
  readonly permission: CompiledPermission<PlainCallback>;
}
