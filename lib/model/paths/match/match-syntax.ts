import type { CharacterSet } from './character-set.js';

/** A regular expression of `@Param({ match })`, parsed. */
export type MatchNode =
  | { readonly kind: 'characters'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly parts: readonly MatchNode[] }
  | { readonly kind: 'choice'; readonly options: readonly MatchNode[] }
  | {
      readonly kind: 'repetition';
      readonly part: MatchNode;
      readonly minimum: number;
      /** `Infinity` where there is none. */
      readonly maximum: number;
    };

/** What is wrong with a pattern: what was expected in place of what. */
export class MatchSyntaxError extends Error {
  override readonly name = 'MatchSyntaxError';

  constructor(
    readonly expected: string,
    readonly received: string,
  ) {
    super(`expected ${expected}, received ${received}`);
  }
}
