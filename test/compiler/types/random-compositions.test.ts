import type { ValueLimits } from '../../../lib/schema/vocabulary.js';
import type { PropertySignature, TypeSignature } from '../../../lib/types/type.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRejection } from '../../../lib/compiler/syntax/rejection.js';
import { compileSnippets, readValueType } from '../support/snippets.js';
import { arbitraryTree, compose, type Limits } from './support/compositions.js';

/** `PROPERTY_SEED=1 RUNS=1000` repeat a run or make it longer. */
const seed = Number(process.env['PROPERTY_SEED']);
const runs = Number(process.env['RUNS'] ?? 400);

test(`${runs} random types have the tightest limits of all their parts, or a diagnostic (seed ${seed})`, () => {
  const types = fc.sample(arbitraryTree, { seed, numRuns: runs }).map((tree) => compose(tree));
  const snippets = compileSnippets(types.map(({ source }) => source));
  let rejected = 0;
  for (const [index, { source, properties }] of types.entries()) {
    const snippet = snippets[index];
    if (snippet === undefined) throw new Error('A type was not compiled.');
    const reading = readValueType(snippet);
    if (isRejection(reading)) {
      rejected += 1;
      continue;
    }
    const read = Object.fromEntries(limitsIn(reading.type, ''));
    expect({ source, read }).toEqual({ source, read: Object.fromEntries(properties) });
  }
  expect(rejected).toBeLessThan(runs / 10);
});

/** The kind and the limits of each value within a type, by its place: `.o.l[]`. */
function limitsIn(
  type: TypeSignature,
  place: string,
  beside?: ValueLimits,
): readonly (readonly [string, Limits])[] {
  const own = [place, { kind: type.kind, ...type.keywords, ...beside }] as const;
  if (type.kind === 'array') return [own, ...limitsIn(type.items, `${place}[]`)];
  if (type.kind !== 'object') return [own];
  const { properties = [], additional } = type;
  return [
    own,
    ...properties.flatMap((one: PropertySignature) =>
      limitsIn(one.type, `${place}.${one.name}`, one.limits),
    ),
    ...(additional === undefined ? [] : limitsIn(additional, `${place}[key]`)),
  ];
}
