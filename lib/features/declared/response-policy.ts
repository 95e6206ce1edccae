import type { OnDifference } from '../../schema/shapes/compile-shape.js';
import type { ShapeDifference } from '../../schema/shapes/differences.js';
import type { Responses } from '../../routes/declaration/route-declaration.js';
import type { Route } from '../../routes/route.js';

/** The rules for the properties of the results that are sent. */
export interface ResponsePolicy {
  /** For routes that state nothing themselves. */
  readonly byDefault: Responses;
  /** The handling of a result that differs from its declared type in more than additional properties. */
  readonly onDifference: (definition: Route) => OnDifference;
}

/** The error of a result that does not have the declared type. */
class UndeclaredResponseError extends Error {
  override readonly name = 'UndeclaredResponseError';
}

/** Responds with an error that names the places and never contains a value. */
export function rejectDifferences({ handler }: Route): OnDifference {
  return (differences, count) => {
    throw new UndeclaredResponseError(
      `The response of ${handler} is not what its return type declares: ${textOf(differences, count)}`,
    );
  };
}

/** The maximum number of differences of a route that are reported: a text is kept for each place. */
const MOST_REPORTED = 100;

/**
 * Reports each difference of a route once, because a list would fill the log, and sends the response.
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

/** The same difference in another item of a list was already reported. */
function isFresh({ path, expected, received }: ShapeDifference, reported: Set<string>): boolean {
  const key = [path.replaceAll(/\[\d+\]/g, '[]'), expected, received].join('\n');
  if (reported.has(key) || reported.size >= MOST_REPORTED) return false;
  reported.add(key);
  return true;
}

function textOf(differences: readonly ShapeDifference[], count: number): string {
  const texts = differences.map(
    ({ path, expected, received }) =>
      `${path === '' ? 'the whole' : path}: expected ${expected}, received ${received}`,
  );
  const more = count - differences.length;
  return `${texts.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
