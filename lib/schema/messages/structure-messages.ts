import type { Violation } from './violation.js';
import { propertyPlace } from './place.js';

export function duplicateItems(place: string): Violation {
  return { code: 'rest_duplicate_items', message: `${place} has duplicate items.` };
}

export function tooFewProperties(place: string, minProperties: number): Violation {
  const message = `${place} must have at least ${countedProperties(minProperties)}.`;
  return { code: 'rest_too_few_properties', message };
}

export function tooManyProperties(place: string, maxProperties: number): Violation {
  const message = `${place} must have at most ${countedProperties(maxProperties)}.`;
  return { code: 'rest_too_many_properties', message };
}

function countedProperties(count: number): string {
  return `${count} ${count === 1 ? 'property' : 'properties'}`;
}

export function missingProperty(place: string, name: string): Violation {
  return { code: 'rest_property_required', message: `${propertyPlace(place, name)} is required.` };
}

export function forbiddenProperty(place: string, name: string): Violation {
  const message = `${propertyPlace(place, name)} is not a known property.`;
  return { code: 'rest_additional_properties_forbidden', message };
}

/** @param reason Why the most fitting schema rejects the value, where one fits best. */
export function noMatchingSchema(
  place: string,
  titles: readonly string[],
  reason?: Violation,
): Violation {
  const expected = titles.length === 0 ? 'the expected formats' : titles.join(', ');
  const message = reason?.message ?? `${place} must match one of ${expected}.`;
  return { code: 'rest_no_matching_schema', message };
}

/** The alternatives would read so much of a value that it is rejected before they have. */
export function tooManyAttempts(place: string): Violation {
  const message = `${place} has too many parts to be compared with each alternative of its schema.`;
  return { code: 'rest_no_matching_schema', message };
}

export function severalMatchingSchemas(place: string, titles: readonly string[]): Violation {
  const matched = titles.length === 0 ? 'the expected formats' : titles.join(', ');
  const message = `${place} must match only one of ${matched}, and matches several.`;
  return { code: 'rest_one_of_multiple_matches', message };
}
