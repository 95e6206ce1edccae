import { NullRecord } from '../../shared/null-record.js';
import { HTTP_ERRORS } from '../http-error-catalogue.js';
import { RestException, type ErrorData } from '../rest.exception.js';
import type { FoundViolation } from './found-violation.js';

const CODE = 'rest_invalid_param';

/**
 * The error of a validation pipe in the shape of the library's own: by property, the texts in `data.params`,
 * and code and texts in `data.details`. `data.messages` lists all texts, also those without a property.
 * `undefined` where no text has a property.
 */
export function validationError(
  found: readonly FoundViolation[],
  status: number,
  data: ErrorData,
): RestException | undefined {
  const params = textsByName(found);
  const names = Object.keys(params);
  if (names.length === 0) return undefined;
  const details = new NullRecord<unknown>();
  for (const name of names) details[name] = { code: CODE, message: params[name], data: null };
  const messages = found.map(({ message }) => message);
  const text = HTTP_ERRORS[CODE].message.replace('%s', () => names.join(', '));
  return new RestException(CODE, text, status, { ...data, params, details, messages });
}

/** Clients choose some of the names: the record has no prototype. */
function textsByName(found: readonly FoundViolation[]): Readonly<Record<string, string>> {
  const sets = new Map<string, Set<string>>();
  for (const { name, message } of found) {
    if (name === undefined) continue;
    const known = sets.get(name);
    if (known === undefined) sets.set(name, new Set([message]));
    else known.add(message);
  }
  const params = new NullRecord<string>();
  for (const [name, messages] of sets) params[name] = [...messages].join('; ');
  return params;
}
