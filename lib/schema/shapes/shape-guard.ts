import type { Shape } from './shape.js';

/** The most values that are compared one by one. */
const FEW = 8;

/**
 * An expression that is true for values that are sent as they are; `undefined` for a shape with parts.
 *
 * @param constant Names a set in the source.
 */
export function guardOf(
  shape: Shape,
  value: string,
  constant: (values: ReadonlySet<unknown>) => string,
): string | undefined {
  switch (shape.kind) {
    case 'string':
    case 'boolean':
      return `typeof ${value} === '${shape.kind}'`;
    case 'number':
      return `Number.isFinite(${value})`;
    case 'integer':
      return `Number.isInteger(${value})`;
    case 'enum':
      return enumGuard(shape.values, value, constant);
    case 'nullable': {
      const guard = guardOf(shape.of, value, constant);
      return guard === undefined ? undefined : `(${value} === null || ${guard})`;
    }
    default:
      return undefined;
  }
}

function enumGuard(
  values: readonly unknown[],
  value: string,
  constant: (values: ReadonlySet<unknown>) => string,
): string {
  if (values.length > FEW) return `${constant(new Set(values))}.has(${value})`;
  return `(${values.map((one) => `${value} === ${JSON.stringify(one)}`).join(' || ')})`;
}
