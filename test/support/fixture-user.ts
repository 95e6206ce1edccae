import { JwtService } from '@nestjs/jwt';

const jwt = new JwtService({
  secret: 'the secret of the tests',
  verifyOptions: { algorithms: ['HS256'] },
});

const BEARER = 'Bearer ';

/** What a user of the tests is: what its token says. */
export interface TestUser {
  readonly id?: number | string | undefined;
  readonly name?: string;
  readonly roles?: readonly string[];
  readonly capabilities?: readonly string[];
}

/** The headers of a request that a user sends; of an anonymous one without a user. */
export function signedAs(user: TestUser | undefined): Readonly<Record<string, string>> {
  if (user === undefined) return {};
  return { authorization: `${BEARER}${jwt.sign(user, { noTimestamp: true })}` };
}

/** The headers of a user of `fixtureUser`, by its number. */
export function signedAsUser(id: number | string | undefined): Readonly<Record<string, string>> {
  return signedAs(id === undefined ? undefined : { id: Number(id) });
}

/**
 * The user of a token; `undefined` without one. Another scheme, or a token that is not one of the tests, belongs to the
 * test itself.
 */
export function verify(authorization: string | undefined): TestUser | undefined {
  if (authorization?.startsWith(BEARER) !== true) return undefined;
  const token = authorization.slice(BEARER.length);
  return token.split('.').length === 3 ? jwt.verify<TestUser>(token) : undefined;
}

interface Signed {
  readonly headers: { readonly authorization?: string | undefined };
  readonly raw: unknown;
}

/**
 * For `forRoot`: the user that the guard of the usual application has found. Bare, there is no guard, and the option
 * verifies the token itself.
 */
export function signedUser<User = TestUser>({ headers, raw }: Signed): User | undefined {
  const { user = verify(headers.authorization) } = raw as { readonly user?: TestUser };
  return user as User | undefined;
}

/** User 1 has every capability, user 2 has two. */
export const fixtureUser = {
  user: (request: Signed) => signedUser<{ readonly id: number }>(request),
  can: (user: { readonly id: number }, capability: string) =>
    user.id === 1 || (user.id === 2 && ['read', 'edit_items'].includes(capability)),
};
