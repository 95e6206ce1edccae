/**
 * The types of an application, which it states once by declaring members: `user` is what `forRoot({ user })`
 * returns, `capability` the names of its capabilities, `tag` those of its tags of cached responses.
 *
 * @example
 * declare module 'nestjs-rest-routes' {
 *   interface RestTypes {
 *     user: User;
 *     capability: 'edit_items' | 'delete_items';
 *     tag: 'items' | `item-${number}`;
 *   }
 * }
 */
// An interface, and not a type: applications add members to it.
export interface RestTypes {}

/** The user of the application: that of `RestTypes`; `unknown` if the application does not state it. */
export type RestUser = RestTypes extends { readonly user: infer User } ? User : unknown;

/** The user of a request, which may be anonymous; `unknown` if the application does not state its user. */
export type PossibleUser = RestTypes extends { readonly user: infer User }
  ? User | null | undefined
  : unknown;

/** The name of a capability: one of those of `RestTypes`; any text if the application does not state them. */
export type RestCapability = RestTypes extends { readonly capability: infer Name extends string }
  ? Name
  : string;

/** A tag of cached responses: one of those of `RestTypes`; any text if the application does not state them. */
export type RestTag = RestTypes extends { readonly tag: infer Tag extends string } ? Tag : string;
