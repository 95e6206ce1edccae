/** A type of TypeScript that is equal to a schema. */
export type TypeNode =
  | { readonly kind: 'plain'; readonly text: PlainType }
  | ValuesNode
  | { readonly kind: 'list'; readonly items: TypeNode }
  | { readonly kind: 'record'; readonly values: TypeNode }
  | ObjectNode
  | { readonly kind: 'union'; readonly options: readonly TypeNode[] };

export type PlainType = 'int' | 'number' | 'string' | 'boolean' | 'Date' | 'null' | 'unknown';

/** A union of literals. */
export interface ValuesNode {
  readonly kind: 'values';
  readonly values: readonly (string | number)[];
}

/** An object with names, which becomes an interface. */
export interface ObjectNode {
  readonly kind: 'object';
  readonly properties: readonly PropertyNode[];
  /** Whether there may be others. */
  readonly isOpen: boolean;
}

/** A property of an interface. */
export interface PropertyNode {
  readonly name: string;
  readonly type: TypeNode;
  readonly isOptional: boolean;
  readonly description: string | undefined;
  /** The tags of its docstring: limits and the default. */
  readonly tags: readonly string[];
}
