/**
 * The types of an application, which it states once by declaring members: `user` is what `forRoot({ user })`
 * returns.
 *
 * @example
 * declare module 'nestjs-rest-routes' {
 *   interface RestTypes {
 *     user: User;
 *   }
 * }
 */
// An interface, and not a type: applications add members to it.
export interface RestTypes {}

/** The user of the application: that of `RestTypes`; `unknown` where the application does not state it. */
export type RestUser = RestTypes extends { readonly user: infer User } ? User : unknown;

/** The user of a request, which may be anonymous; `unknown` where the application does not state its user. */
export type PossibleUser = RestTypes extends { readonly user: infer User }
  ? User | null | undefined
  : unknown;
