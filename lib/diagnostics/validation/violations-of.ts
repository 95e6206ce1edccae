import { flattenErrors, isValidationErrors } from './error-objects.js';
import type { FoundViolation } from './found-violation.js';
import { knownProperties } from './known-properties.js';
import { namedPlace } from './named-place.js';

/**
 * Reads what a validation pipe of Nest puts into `message` of its exception: a list of texts, texts by
 * property (`errorFormat: 'grouped'`), or the errors of class-validator themselves (`exceptionFactory`).
 * `undefined` for anything else.
 */
export function violationsOf(message: unknown): readonly FoundViolation[] | undefined {
  if (isGrouped(message)) return fromGroups(message);
  if (!Array.isArray(message) || message.length === 0) return undefined;
  const list: readonly unknown[] = message;
  if (isValidationErrors(list)) return flattenErrors(list);
  return list.every((one) => typeof one === 'string') ? fromTexts(list) : undefined;
}

type Groups = Readonly<Record<string, readonly string[]>>;

function isGrouped(message: unknown): message is Groups {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return false;
  const groups: readonly unknown[] = Object.values(message);
  return groups.length > 0 && groups.every(isTexts);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The name of the sentence that Nest adds where it has left out further errors. */
const OMITTED = '...';

function fromGroups(groups: Groups): readonly FoundViolation[] {
  return Object.entries(groups).flatMap(([name, messages]) =>
    messages.map((message) => ({ name: name === OMITTED ? undefined : name, message })),
  );
}

/** A text names a property where class-validator has a rule for it; any other first word is just a word. */
function fromTexts(messages: readonly string[]): readonly FoundViolation[] {
  const places = messages.map((message) => ({ message, ...namedPlace(message) }));
  const known = knownProperties(new Set(places.flatMap(({ properties }) => properties)));
  return places.map(({ message, path, properties }) => ({
    name: properties.every((property) => known.has(property)) ? path : undefined,
    message,
  }));
}
