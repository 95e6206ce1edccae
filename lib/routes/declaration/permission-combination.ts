/** Several permissions as one, at any stage: as written, as compiled or as described. */
export interface Combination<Part> {
  readonly kind: 'allOf' | 'anyOf';
  readonly permissions: readonly Part[];
}

/** A permission at any stage, whose callbacks are of the type `Callback`. */
type WithCallbacks<Callback> =
  | Callback
  | { readonly kind: 'public' | 'capability' }
  | Combination<WithCallbacks<Callback> | undefined>;

/** The callbacks of a permission, those within combinations included, in the order of the source. */
export function callbacksOf<Callback extends { readonly kind: 'callback' }>(
  permission: WithCallbacks<Callback> | undefined,
): readonly Callback[] {
  switch (permission?.kind) {
    case 'callback':
      return [permission];
    case 'allOf':
    case 'anyOf':
      return permission.permissions.flatMap((part) => callbacksOf<Callback>(part));
    default:
      return [];
  }
}
