import type { ResponseDifference } from '../difference.js';
import type { BodyShape } from './body-shape.js';

/**
 * Compares two bodies by the types of their properties.
 *
 * @param place The place of the shapes: `body[].title`.
 */
export function compareShapes(
  before: BodyShape,
  after: BodyShape,
  place: string,
): readonly ResponseDifference[] {
  const types = compareTypeNames(before, after, place);
  if (types.length > 0) return types;
  return [
    ...compareNames(before, after, place),
    ...(before.items !== undefined && after.items !== undefined
      ? compareShapes(before.items, after.items, `${place}[]`)
      : []),
  ];
}

/** A side without a type had no value that shows one. */
function compareTypeNames(
  { types: before }: BodyShape,
  { types: after }: BodyShape,
  place: string,
): readonly ResponseDifference[] {
  const isKnown = before.size > 0 && after.size > 0;
  if (!isKnown || [...after].every((type) => before.has(type))) return [];
  const text = `${place} is ${[...after].join(' | ')} instead of ${[...before].join(' | ')}`;
  return [{ impact: 'lost', text }];
}

/** Both are objects, so both have properties. */
function compareNames(
  { properties: before }: BodyShape,
  { properties: after }: BodyShape,
  place: string,
): readonly ResponseDifference[] {
  if (before.size === 0 || after.size === 0) return [];
  const added = [...after.keys()].filter((name) => !before.has(name));
  return [
    ...[...before].flatMap(([name, own]): readonly ResponseDifference[] => {
      const other = after.get(name);
      const within = `${place}.${name}`;
      if (other === undefined) return [{ impact: 'lost', text: `${within} is gone` }];
      return compareShapes(own, other, within);
    }),
    ...added.map((name) => ({ impact: 'gained', text: `${place}.${name} is new` }) as const),
  ];
}
