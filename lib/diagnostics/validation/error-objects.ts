import type { FoundViolation } from './found-violation.js';

/** An error of class-validator, as far as it matters here. It also has the object and the value. */
interface ValidationError {
  readonly property: string;
  readonly constraints?: Readonly<Record<string, unknown>>;
  readonly children?: readonly unknown[];
}

export function isValidationErrors(
  errors: readonly unknown[],
): errors is readonly ValidationError[] {
  return errors.every(isValidationError);
}

/** The texts of errors and of those within them. Not recursive: the client decides how deep errors go. */
export function flattenErrors(errors: readonly ValidationError[]): readonly FoundViolation[] {
  const found: FoundViolation[] = [];
  const pending = errors.map((error) => ({ error, name: error.property })).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { error, name } = next;
    for (const text of Object.values(error.constraints ?? {})) {
      if (typeof text === 'string') found.push({ name, message: text });
    }
    const children = (error.children ?? []).filter(isValidationError);
    for (const child of children.toReversed()) {
      pending.push({ error: child, name: `${name}.${child.property}` });
    }
  }
  return found;
}

function isValidationError(value: unknown): value is ValidationError {
  if (typeof value !== 'object' || value === null) return false;
  const { property, constraints, children } = value as Partial<Record<string, unknown>>;
  const hasTexts = typeof constraints === 'object' && constraints !== null;
  return typeof property === 'string' && (hasTexts || Array.isArray(children));
}
