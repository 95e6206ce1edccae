/**
 * A whole number, from −(2⁵³−1) to 2⁵³−1. To TypeScript it is a `number`; to a route's schema, an `integer`, while a
 * plain `number` may have a fraction.
 *
 * @example
 * one(id: int): Promise<Item> {}
 */
export type int = number;
