/**
 * What a difference means for clients of the first API: a request that worked is rejected or gets something
 * else (`lost`), no request shows it (`changed`), or more requests work (`gained`).
 */
export type Impact = 'lost' | 'changed' | 'gained';

/** What a difference is about. */
export type DifferenceSubject =
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

/** One difference between two APIs. */
export interface Difference {
  readonly impact: Impact;
  readonly subject: DifferenceSubject;
  /** The pattern of the route in the first index; in the second, where only that has it. */
  readonly route: string;
  /** The methods that it concerns. */
  readonly methods: readonly string[];
  /** The argument, or the part of it: `filter.tags[]`. */
  readonly argument?: string;
  /** `maximum 50 instead of 100`. */
  readonly text: string;
}

/** A difference within an argument, before its route and methods are known. */
export interface SchemaDifference {
  readonly impact: Impact;
  readonly subject: DifferenceSubject;
  readonly argument: string;
  readonly text: string;
}

/** A difference between the responses to one request. */
export interface ResponseDifference {
  readonly impact: Impact;
  readonly text: string;
}
