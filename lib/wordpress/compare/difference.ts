/**
 * The effect of a difference on clients of the first API: a request that worked is rejected or gets something else
 * (`lost`), no request shows it (`changed`), or more requests work (`gained`).
 */
export type Impact = 'lost' | 'changed' | 'gained';

export interface Difference {
  readonly impact: Impact;
  readonly subject:
    | 'route'
    | 'method'
    | 'placeholder'
    | 'argument'
    | 'required'
    | 'type'
    | 'enum'
    | 'limit'
    | 'pattern'
    | 'format'
    | 'default'
    | 'property'
    | 'batch'
    | 'link'
    | 'response';
  /** The pattern of the route in the first index; in the second, if only that has it. */
  readonly route: string;
  readonly methods: readonly string[];
  /** The argument, or the part of it: `filter.tags[]`. */
  readonly argument?: string;
  /** `maximum 50 instead of 100`. */
  readonly text: string;
}

/** `argument` is the place within the parts. */
export type PartDifferences = readonly Omit<Difference, 'route' | 'methods'>[];

export function compareFlag(
  before: boolean,
  after: boolean,
  subject: Difference['subject'],
  lost: string,
  gained: string,
): PartDifferences {
  if (before === after) return [];
  return [{ impact: before ? 'lost' : 'gained', subject, text: before ? lost : gained }];
}

/** A missing entry is `undefined`. */
export function compareByName<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
  compare: (was: Value | undefined, is: Value | undefined, name: string) => PartDifferences,
): PartDifferences {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => compare(before.get(name), after.get(name), name));
}

export function onlyIn(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): readonly [gone: readonly string[], added: readonly string[]] {
  return [
    [...before].filter((one) => !after.has(one)),
    [...after].filter((one) => !before.has(one)),
  ];
}

/** `default 2 instead of 1`, `default 2` or `no default 1`. */
export function changeText(was: string | undefined, is: string | undefined, name = ''): string {
  if (is === undefined) return `no ${name}${was ?? ''}`;
  return was === undefined ? `${name}${is}` : `${name}${is} instead of ${was}`;
}

/** The differences of a part, with their places from the whole. */
export function at(place: string, findings: PartDifferences): PartDifferences {
  return findings.map((one) => ({ ...one, argument: `${place}${one.argument ?? ''}` }));
}
