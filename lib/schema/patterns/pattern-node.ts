/** What holds between two characters of a text: its start, its end, or the boundary of a word. */
export type Assertion = 'start' | 'end' | 'boundary' | 'no boundary';

/** A regular expression, parsed. */
export type PatternNode<Characters> =
  | { readonly kind: 'characters'; readonly set: Characters }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode<Characters>[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode<Characters>[] }
  | {
      readonly kind: 'repetition';
      readonly part: PatternNode<Characters>;
      readonly minimum: number;
      /** `Infinity` where there is none. */
      readonly maximum: number;
    };

/** What is wrong with a pattern: what was expected in place of what. */
export class PatternSyntaxError extends Error {
  override readonly name = 'PatternSyntaxError';

  constructor(
    readonly expected: string,
    readonly received: string,
  ) {
    super(`expected ${expected}, received ${received}`);
  }
}
