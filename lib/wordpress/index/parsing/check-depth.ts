import { InvalidArgumentException } from '../../../diagnostics/invalid-argument.exception.js';

const DEPTH = 100;

/**
 * Checks that a document has few values within each other: what reads it calls itself for each.
 *
 * @throws InvalidArgumentException
 */
export function checkDepth(document: unknown, source: string): void {
  let level: readonly unknown[] = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH) {
      throw new InvalidArgumentException(
        `${source} is no index of a REST API: it has more than ${DEPTH} values within each other.`,
      );
    }
    level = level.flatMap(innerValues);
  }
}

function innerValues(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
