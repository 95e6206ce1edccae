declare const INT: unique symbol;

/**
 * The part of {@link int} by which TypeScript distinguishes it from `number`: a property that no value has. It has a
 * name of its own because declaration files of an application write it for a type that was made of `int`, such as
 * `NonNullable<int>` and the rows of a query of Drizzle.
 */
export interface WholeNumber {
  readonly [INT]?: never;
}

/**
 * A whole number, from −(2⁵³−1) to 2⁵³−1. Every `number` is assignable to it, and it is a `number` in the code. By a
 * property that no value has, TypeScript distinguishes the two, so that a route's schema is `integer`, while a
 * `number` may have a fraction.
 *
 * @example
 * one(id: int): Promise<Item> {}
 */
export type int = number & WholeNumber;
