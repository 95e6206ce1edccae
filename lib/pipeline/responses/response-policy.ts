import type { OnDifference } from '../../schema/shapes/compile-shape.js';
import type { Difference } from '../../schema/shapes/shape-difference.js';
import type { Responses } from '../../model/declaration/route-declaration.js';
import type { Route } from '../../model/definition/route.js';

/** What leaves of the results of an application's methods. */
export interface ResponsePolicy {
  /** For routes that state nothing themselves. */
  readonly byDefault: Responses;
  /** What is done with a result that differs from its declared type otherwise than by more properties. */
  readonly onDifference: (definition: Route) => OnDifference;
}

/** A result that is not what the method declares. */
export class UndeclaredResponseError extends Error {
  override readonly name = 'UndeclaredResponseError';
}

/** Responds with an error, which names the places and never a value. */
export function rejectDifferences({ handler }: Route): OnDifference {
  return (differences, count) => {
    throw new UndeclaredResponseError(
      `The response of ${handler} is not what its return type declares: ${textOf(differences, count)}`,
    );
  };
}

/** The most differences of a route that are reported: a text for each place is kept. */
const MOST_REPORTED = 100;

/**
 * Reports each difference of a route once, since a list would fill the log, and sends the response.
 *
 * @param warn Receives a text without any value of the response.
 */
export function reportDifferences(
  warn: (text: string) => void,
): (definition: Route) => OnDifference {
  return ({ handler, methods, pattern }) => {
    const reported = new Set<string>();
    return (differences, count) => {
      const fresh = differences.filter((one) => isFresh(one, reported));
      if (fresh.length === 0) return;
      const place = `${handler} (${methods.join(', ')} ${pattern.template})`;
      const text = textOf(fresh, fresh.length + count - differences.length);
      warn(`The response of ${place} is not what its return type declares: ${text}`);
    };
  };
}

/** The same difference in another item of a list is known. */
function isFresh({ path, expected, received }: Difference, reported: Set<string>): boolean {
  const key = [path.replaceAll(/\[\d+\]/g, '[]'), expected, received].join('\n');
  if (reported.has(key) || reported.size >= MOST_REPORTED) return false;
  reported.add(key);
  return true;
}

function textOf(differences: readonly Difference[], count: number): string {
  const texts = differences.map(
    ({ path, expected, received }) =>
      `${path === '' ? 'the whole' : path}: expected ${expected}, received ${received}`,
  );
  const more = count - differences.length;
  return `${texts.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
