import { readFileSync } from 'node:fs';
import type { JsonValue, ValueSchema } from '../../lib/schema/vocabulary.js';
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

/** The schemas of the recordings, by name. */
export const RECORDED_SCHEMAS = JSON.parse(
  readFileSync(new URL('./schemas.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, RecordedSchema>>;

/** All recorded verdicts. */
export const VERDICTS = readLines<Verdict>('./values.jsonl');
