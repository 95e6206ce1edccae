import type { HttpMethod } from '../../../routes/declaration/route-declaration.js';
import type { ArgumentSchema } from '../../../schema/vocabulary.js';

export interface ImportPlan {
  /** As the index has it: `shop/v1`. */
  readonly source: string;
  /** That of `RestModule.forFeature`: `shop`. */
  readonly namespace: string;
  readonly controllers: readonly PlannedController[];
  readonly notes: readonly string[];
  readonly remarks: readonly string[];
}

export interface PlannedController {
  readonly version: string;
  /** `/posts`; empty if the paths have nothing in common. */
  readonly base: string;
  /** The words of its name: `menu`, `items`. */
  readonly words: readonly string[];
  readonly routes: readonly NamedRoute[];
}

export interface NamedRoute extends PlannedRoute {
  readonly methodName: string;
}

export interface PlannedRoute {
  /** As the index has it: `/shop/v1/books/(?P<id>[\d]+)`. */
  readonly pattern: string;
  readonly version: string;
  /** Below the version: `/books/{id}`. */
  readonly path: string;
  readonly methods: readonly HttpMethod[];
  readonly allowsBatch: boolean;
  readonly placeholders: readonly PlannedPlaceholder[];
  /** The arguments that are not placeholders. */
  readonly args: readonly PlannedArgument[];
}

export interface PlannedPlaceholder extends PlannedArgument {
  readonly kind: 'integer' | 'string';
  /** `undefined` for the pattern of the kind. */
  readonly match: string | undefined;
}

export interface PlannedArgument {
  readonly name: string;
  readonly schema: ArgumentSchema;
  /** Its type does not build: it is declared by its schema. */
  readonly isData?: true;
}
