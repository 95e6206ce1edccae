import type { ListStyle, Multiples, ObjectStyle, TimeZone } from '../../schema/schema.js';
import type { TextReading } from '../../types/type-schema.js';

/** The words of the options `lists` and `values`. */
export const LIST_STYLES = ['repeated', 'comma'] as const satisfies readonly ListStyle[];
export const VALUE_MEANINGS = ['typed', 'wordpress'] as const;

/** Whether a text of a list is its only item, or is divided at commas. */
export type StatedLists = (typeof LIST_STYLES)[number];

/** Whether null, lists and times mean what the types say, or what WordPress makes of them. */
export type ValueMeaning = (typeof VALUE_MEANINGS)[number];

export function isListStyle(value: unknown): value is StatedLists {
  return LIST_STYLES.some((style) => style === value);
}

/** How the values of the arguments of a route are read. */
export interface ValueReading {
  readonly values: ValueMeaning;
  /** `undefined` if nothing is stated: typed values repeat names, WordPress's divide texts as WordPress does. */
  readonly lists: StatedLists | undefined;
  /** The time zone of times without an offset; `undefined` if none is stated. */
  readonly zone: TimeZone | undefined;
}

/** How the values of one argument are read. */
export interface ArgumentReading extends TextReading {
  /** Whether null counts as absent. */
  readonly skipsNull: boolean;
  /** Whether an empty text of a query or a form counts as absent if the type has no texts. */
  readonly skipsEmpty: boolean;
  /** Whether an absent property gets its default although its type allows it to be absent. */
  readonly fillsOptional: boolean;
  readonly multiples: Multiples;
  readonly objects: ObjectStyle;
}

const UTC: TimeZone = (time) => time;

/** @param stated What the declaration of the argument states. */
export function readingOf(
  { values, lists, zone }: ValueReading,
  stated: StatedLists | undefined,
): ArgumentReading {
  if (values === 'typed') {
    return {
      lists: stated ?? lists ?? 'repeated',
      moments: { zone, readsForms: zone !== undefined },
      skipsNull: false,
      skipsEmpty: true,
      fillsOptional: true,
      multiples: 'decimal',
      objects: 'typed',
    };
  }
  return {
    lists: stated ?? lists ?? 'wordpress',
    moments: { zone: zone ?? UTC, readsForms: false },
    skipsNull: true,
    skipsEmpty: false,
    fillsOptional: false,
    multiples: 'wordpress',
    objects: 'wordpress',
  };
}
