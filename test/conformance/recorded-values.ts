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
  /** Of the calls that WordPress's own tests of schemas make. The others are of 6.6: where they differ, 6.8 counts. */
  wordpress68: recording('./wordpress-6.8-schemas.json', './wordpress-6.8-values.jsonl'),
};

function recording(schemaFile: string, verdicts: string): Recording {
  const text = readFileSync(new URL(schemaFile, import.meta.url), 'utf8');
  const schemas = JSON.parse(text) as Recording['schemas'];
  return {
    schemas,
    verdicts: readLines<Verdict>(verdicts).filter(
      (verdict) => schemas[verdict.schema]?.type !== 'array' || !differsByDesign(verdict),
    ),
  };
}

/** Here, `{}` and `false` are never an empty list: see docs/limits.md. */
function differsByDesign({ ok, value, result }: Verdict): boolean {
  if (!ok || !Array.isArray(result)) return false;
  if (Array.isArray(value)) return value.includes(false) && !result.includes(false);
  return value === false || (typeof value === 'object' && value !== null);
}

/**
 * Whether a schema rejects its own default. WordPress applies the schema to the default of an absent
 * argument; here such a default is a diagnostic at startup.
 */
export function hasWrongDefault({ default: fallback, enum: values }: RecordedSchema): boolean {
  return typeof fallback === 'string' && values?.includes(fallback) === false;
}

/**
 * As PHP prints it: an empty object, and one with the names 0, 1, …, is a list there. Here, a list that was sent for an
 * object is an object.
 */
export function comparableResult(value: unknown): string {
  const asList = (_name: string, one: unknown): unknown => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    const isList = Object.keys(one).every((name, at) => name === String(at));
    return isList ? Object.values(one) : one;
  };
  return JSON.stringify(value, asList) ?? 'undefined';
}
