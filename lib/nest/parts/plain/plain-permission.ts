import type { ArgumentDefinition } from '../../../model/definition/argument-definition.js';
import type {
  CallbackDefinition,
  CompiledPermission,
} from '../../../model/definition/permission-definition.js';
import type { ServicePort } from '../../../pipeline/arguments/parameter-values.js';
import type { PlainHandler } from '../explore-plain-handlers.js';
import type { PlainRequest } from '../plain-request.js';
import type { NestArgument } from './nest-arguments.js';

/** An argument of a callback, and where the handler takes the argument of that name from. */
export interface PlainArgument {
  readonly definition: ArgumentDefinition;
  /** `undefined` where the handler does not take it by name: then from body or query. */
  readonly source: NestArgument['source'] | undefined;
}

/** The callback of a handler of a plain controller, compiled. */
export interface PlainCallback extends CallbackDefinition, ServicePort<PlainRequest> {
  readonly arguments: readonly PlainArgument[];
}

/** A handler of a plain controller, and the permission that `@RequirePermission` states. */
export interface PlainPermission {
  readonly handler: PlainHandler;
  readonly permission: CompiledPermission<PlainCallback>;
}
