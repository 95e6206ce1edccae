import type { NamedRoute, PlannedArgument, PlannedController } from '../plan/import-plan.js';

/** A class whose properties are arguments of one or more routes. */
export interface ArgumentClass {
  /** The same for classes with the same properties. */
  readonly key: string;
  /** The names it may have, the best first. */
  readonly candidates: readonly string[];
  /** The name it has where several controllers use it. */
  readonly sharedName?: string;
  readonly description: string | undefined;
  readonly args: readonly PlannedArgument[];
}

/** How a method takes the arguments of its route. */
export interface RouteLayout {
  readonly controller: PlannedController;
  readonly route: NamedRoute;
  /** One parameter with `@Arguments()` each. */
  readonly classes: readonly ArgumentClass[];
  /** One parameter each. */
  readonly plain: readonly PlannedArgument[];
}
