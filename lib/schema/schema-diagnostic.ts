/**
 * What is wrong with a schema itself. `keyword` is the path from the root: `minimum`, `items.pattern`,
 * `properties.qty.maximum`.
 */
export interface SchemaDiagnostic {
  readonly keyword: string;
  readonly expected: string;
  readonly received: string;
}

/** Makes a diagnostic; `received` is shown as JSON where JSON can show it. */
export function diagnostic(keyword: string, expected: string, received: unknown): SchemaDiagnostic {
  // JSON cannot express NaN, infinities and undefined.
  const shown = typeof received === 'number' ? undefined : JSON.stringify(received);
  return { keyword, expected, received: shown ?? String(received) };
}
