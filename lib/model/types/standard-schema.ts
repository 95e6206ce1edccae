/**
 * A schema of another library: zod, valibot, arktype and others implement this interface. As far as it
 * matters here.
 *
 * @example
 * create(@Param({ schema: z.object({ name: z.string() }) }) author: { name: string }) {}
 *
 * @see https://standardschema.dev, version 1
 */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult | PromiseLike<StandardResult>;
  };
}

/** What a Standard Schema makes of a value: an output, or the reasons why there is none. */
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One reason why a Standard Schema rejects a value. */
export interface StandardIssue {
  readonly message: string;
  /** The keys to the part of the value that it is about. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Whether a value is a Standard Schema. Those of some libraries are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  const isHolder = typeof value === 'function' || (typeof value === 'object' && value !== null);
  if (!isHolder || !('~standard' in value)) return false;
  const standard = value['~standard'];
  return (
    typeof standard === 'object' &&
    standard !== null &&
    typeof Reflect.get(standard, 'validate') === 'function'
  );
}
