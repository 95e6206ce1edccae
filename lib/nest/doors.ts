import type { FoundViolation } from '../diagnostics/diagnostic.js';
import type { EndpointPorts } from '../lifecycle/endpoint.js';
import type {
  UnknownArguments,
  ValueClassReader,
} from '../routes/declaration/route-declaration.js';
import type {
  ArgumentDefinition,
  ParameterDefinition,
} from '../routes/definition/parameter-definition.js';
import type { RouteOption } from '../routes/rule.js';
import type { Hydrate } from '../schema/compile-schema.js';
import type { Awaitable } from '../shared/promises.js';
import type { Class } from '../shared/records.js';
import type { ClassHandle, InjectedName } from '../types/type.js';

/** The token of the parts of features that the exploration of an application needs. */
export const EXPLORATION_DOORS = Symbol.for('nestjs-rest-routes.exploration-doors');

/** The parts of features that the exploration of an application needs. */
export interface ExplorationDoors {
  /** The options of `@RestRoute` that features read. */
  readonly routeOptions: readonly RouteOption[];
  /** The types of parameters that features inject. */
  readonly injects: ReadonlySet<InjectedName>;
  /** Absent if no feature makes instances of classes. */
  readonly classes: ClassArguments | undefined;
}

/** Arguments that are instances of classes: a door. */
export interface ClassArguments {
  /** Whether a validator has rules for the properties of a class. */
  readonly isValidated: (type: Class) => boolean;
  /** Called once, for an application with such arguments. */
  readonly load: (unknown: UnknownArguments) => Promise<ValueClasses>;
}

/** Reads, instantiates and validates the value classes of an application. */
export interface ValueClasses {
  readonly read: ValueClassReader;
  instantiate(handle: ClassHandle): Hydrate;
  /** Lets class-validator decide on the instances of classes with rules; `undefined` if there are none. */
  validator(
    args: readonly ArgumentDefinition[],
    parameters: readonly ParameterDefinition[],
    wording: () => Wording,
  ): EndpointPorts['validate'];
}

/** Gives a violation the text that clients get. */
export type Wording = (violation: FoundViolation) => Awaitable<FoundViolation>;
