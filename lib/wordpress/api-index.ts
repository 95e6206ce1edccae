import type { ArgumentSchema } from '../schema/vocabulary.js';

/**
 * The index of an API of WordPress or of this library, read and checked. Names from the document are only in records
 * without a prototype.
 */
export interface ApiIndex {
  /** The source as messages name it, without credentials and without a query. */
  readonly source: string;
  /** The URL of the route `/`, without a slash at the end; `undefined` for a file. */
  readonly root: string | undefined;
  /** The title of the site; `undefined` if the document has none. */
  readonly name: string | undefined;
  /** `shop/v1`, in the order of the document. */
  readonly namespaces: readonly string[];
  /** In the order of the document. */
  readonly routes: readonly IndexedRoute[];
  /** Those of all routes. */
  readonly notes: readonly string[];
}

export interface IndexedRoute {
  /** As written: `/shop/v1/books/(?P<id>[\d]+)`. */
  readonly pattern: string;
  readonly parts: readonly RoutePart[];
  /** `shop/v1`; empty for `/` and `/batch/v1`. */
  readonly namespace: string;
  readonly endpoints: readonly IndexedEndpoint[];
  /** The relations of its `_links` with the URLs; `undefined` if the document has no `_links`. */
  readonly links: ReadonlyMap<string, readonly string[]> | undefined;
  /** Its parts that were omitted because no schema of WordPress can contain them, one sentence each. */
  readonly notes: readonly string[];
}

export type RoutePart =
  | { readonly kind: 'literal'; readonly text: string }
  | Placeholder
  /** Any other part of a regular expression, which paths of this library cannot have: `(?:\.json)?`. */
  | { readonly kind: 'expression'; readonly expression: string };

/** A named group in the path of a route: `(?P<id>[\d]+)`. */
export interface Placeholder {
  readonly kind: 'placeholder';
  readonly name: string;
  readonly expression: string;
}

export interface IndexedEndpoint {
  /** In capitals and distinct. */
  readonly methods: readonly string[];
  /** By name, without a prototype. */
  readonly args: Readonly<Record<string, ArgumentSchema>>;
  readonly allowsBatch: boolean;
}
