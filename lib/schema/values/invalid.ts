/**
 * The result of `parse` for a value that the schema rejects. A symbol, because a sanitized value may be
 * `undefined`, `null` or `false`.
 *
 * @example
 * if (validator.parse(value) === INVALID) report(validator.explain(value, 'page'));
 */
export const INVALID: unique symbol = Symbol('invalid');

/** The sanitized value, or {@link INVALID}. */
export type Parse = (value: unknown) => unknown;
