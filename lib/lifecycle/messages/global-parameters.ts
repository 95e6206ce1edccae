/** The parameters of WordPress that every route may have. */
export const GLOBAL_PARAMETERS = ['_fields', '_embed', '_envelope'] as const;

/** The name of a parameter that every route may have. */
export type GlobalParameter = (typeof GLOBAL_PARAMETERS)[number];

/** The parameters that all routes of an application have. */
export interface GlobalParameters {
  readonly names: ReadonlySet<string>;
  /**
   * The names that are never unknown arguments: `underscored` is every name that begins with `_`, because clients of
   * WordPress add such names to any request.
   */
  readonly accepted: ReadonlySet<string> | 'underscored';
}
