import { createHmac } from 'node:crypto';

/** A JSON Web Token with HS256, without a package: applications that tests build have this file too. */
const HEADER = encoded({ alg: 'HS256', typ: 'JWT' });

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
  const content = `${HEADER}.${encoded(user)}`;
  return { authorization: `${BEARER}${content}.${signatureOf(content)}` };
}

/** The headers of a user of `fixtureUser`, by its number. */
export function signedAsUser(id: number | string | undefined): Readonly<Record<string, string>> {
  return signedAs(id === undefined ? undefined : { id: Number(id) });
}

/**
 * The user of a token; `undefined` without one. Another scheme, or a token that is not one of the tests, belongs to the
 * test itself.
 *
 * @throws Error on a token that is not signed by the tests.
 */
export function verify(authorization: string | undefined): TestUser | undefined {
  if (authorization?.startsWith(BEARER) !== true) return undefined;
  const [header, payload, signature, ...rest] = authorization.slice(BEARER.length).split('.');
  if (payload === undefined || signature === undefined || rest.length > 0) return undefined;
  if (signature !== signatureOf(`${header}.${payload}`)) throw new Error('a forged token');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as TestUser;
}

function encoded(data: object): string {
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}

function signatureOf(content: string): string {
  return createHmac('sha256', 'the secret of the tests').update(content).digest('base64url');
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
