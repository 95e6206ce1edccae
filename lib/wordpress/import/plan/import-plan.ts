import type { HttpMethod } from '../../../routes/declaration/route-declaration.js';
import type { ArgumentSchema } from '../../../schema/vocabulary.js';

/** What an import writes for one namespace of an index. */
export interface ImportPlan {
  /** As the index has it: `shop/v1`. */
  readonly source: string;
  /** That of `RestModule.forFeature`: `shop`. */
  readonly namespace: string;
  readonly controllers: readonly PlannedController[];
  /** What is not imported, and what a person decides, one sentence each. */
  readonly notes: readonly string[];
}

/** The routes at one base path. */
export interface PlannedController {
  readonly version: string;
  /** `/posts`; empty where the paths have nothing in common. */
  readonly base: string;
  /** The words of its name: `menu`, `items`. */
  readonly words: readonly string[];
  readonly routes: readonly NamedRoute[];
}

/** A route with the name of its method. */
export interface NamedRoute extends PlannedRoute {
  readonly methodName: string;
}

/** One endpoint of an index, in the terms of a declaration. */
export interface PlannedRoute {
  /** As the index has it: `/shop/v1/books/(?P<id>[\d]+)`. */
  readonly pattern: string;
  readonly version: string;
  /** Below the version: `/books/{id}`. */
  readonly path: string;
  readonly methods: readonly HttpMethod[];
  readonly allowsBatch: boolean;
  readonly placeholders: readonly PlannedPlaceholder[];
  /** The arguments that are no placeholders. */
  readonly args: readonly PlannedArgument[];
}

/** A placeholder of a path. */
export interface PlannedPlaceholder {
  readonly name: string;
  readonly kind: 'integer' | 'string';
  /** The pattern that decides whether the route matches; `undefined` for that of the kind. */
  readonly match: string | undefined;
  readonly schema: ArgumentSchema;
}

/** An argument of a route by its name. */
export interface PlannedArgument {
  readonly name: string;
  readonly schema: ArgumentSchema;
}
