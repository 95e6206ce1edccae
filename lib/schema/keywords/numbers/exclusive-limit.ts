import type { SchemaDiagnostic } from '../../schema-diagnostic.js';
import { diagnostic } from '../../schema-diagnostic.js';
import type { ValueSchema } from '../../vocabulary.js';

/** A boolean beside its limit, as in draft 4 of JSON Schema and in WordPress. */
export function exclusiveDiagnostics(
  name: 'exclusiveMinimum' | 'exclusiveMaximum',
  limit: 'minimum' | 'maximum',
  schema: ValueSchema,
): readonly SchemaDiagnostic[] {
  const value: unknown = schema[name];
  if (typeof value !== 'boolean') return [diagnostic(name, `a boolean beside ${limit}`, value)];
  if (!value || schema[limit] !== undefined) return [];
  return [diagnostic(name, `${limit} beside it`, value)];
}
