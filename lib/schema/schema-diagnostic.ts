/**
 * What is wrong with a schema itself. `keyword` is the path from the root: `minimum`, `items.pattern`,
 * `properties.qty.maximum`.
 */
export interface SchemaDiagnostic {
  readonly keyword: string;
  readonly expected: string;
  readonly received: string;
  /** Whether it is a pattern that may take too long. */
  readonly isPatternLimit?: true;
}

/** Makes a diagnostic; `received` is shown as JSON where JSON can show it. */
export function diagnostic(keyword: string, expected: string, received: unknown): SchemaDiagnostic {
  return { keyword, expected, received: shown(received) };
}

/** JSON cannot express NaN, infinities and undefined, and throws for a bigint or a circle. */
function shown(received: unknown): string {
  if (typeof received === 'number') return String(received);
  try {
    return JSON.stringify(received) ?? String(received);
  } catch {
    return String(received);
  }
}
