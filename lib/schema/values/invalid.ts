/**
 * What `parse` answers for a value that the schema rejects. A symbol, because `undefined`, `null`
 * and `false` are things a sanitized value may be.
 *
 * @example
 * if (validator.parse(value) === INVALID) report(validator.explain(value, 'page'));
 */
export const INVALID: unique symbol = Symbol('invalid');

/** The sanitized value, or {@link INVALID}. */
export type Parse = (value: unknown) => unknown;
