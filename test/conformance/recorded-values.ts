import { readFileSync } from 'node:fs';
import type { JsonValue, ValueSchema } from '../support/schema-types.js';
import { readLines } from './recordings.js';

/** How WordPress validated one value: the sanitized value, or the code of the error. */
export interface Verdict {
  readonly schema: string;
  readonly via: 'json' | 'query' | 'absent';
  readonly value?: JsonValue;
  readonly ok: boolean;
  readonly result?: JsonValue;
  readonly code?: string;
  readonly detail?: string;
}

export type RecordedSchema = ValueSchema & { readonly default?: JsonValue };

/** Verdicts, and the schemas they are about, by name. */
export interface Recording {
  readonly schemas: Readonly<Record<string, RecordedSchema>>;
  readonly verdicts: readonly Verdict[];
}

/** All recordings, by what they are about. */
export const RECORDINGS = {
  values: recording('./schemas.json', './values.jsonl'),
  vocabulary: recording('./vocabulary-schemas.json', './vocabulary.jsonl'),
  wordpress: recording('./wordpress-schemas.json', './wordpress-values.jsonl'),
};

function recording(schemas: string, verdicts: string): Recording {
  const text = readFileSync(new URL(schemas, import.meta.url), 'utf8');
  return {
    schemas: JSON.parse(text) as Recording['schemas'],
    verdicts: readLines<Verdict>(verdicts),
  };
}

/**
 * Whether a schema rejects its own default. WordPress applies the schema to the default of an absent
 * argument; here such a default is a diagnostic at startup.
 */
export function hasWrongDefault({ default: fallback, enum: values }: RecordedSchema): boolean {
  return typeof fallback === 'string' && values?.includes(fallback) === false;
}

/** PHP prints an empty object as an empty list: two empty structures are equal. */
export function comparableResult(value: unknown): string {
  return JSON.stringify(value)?.replaceAll('{}', '[]') ?? 'undefined';
}
