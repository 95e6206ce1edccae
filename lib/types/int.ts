declare const INT: unique symbol;

/**
 * A whole number, from −(2⁵³−1) to 2⁵³−1. Every `number` is assignable to it, and it is a `number` in the code. By a
 * property that no value has, TypeScript distinguishes the two, so that a route's schema is `integer`, while a
 * `number` may have a fraction.
 *
 * @example
 * one(id: int): Promise<Item> {}
 */
export type int = number & { readonly [INT]?: never };
