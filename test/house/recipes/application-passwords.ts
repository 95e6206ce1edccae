import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { RestException, type RestRequest } from 'nestjs-rest-routes';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const LENGTH = 32;

/** A password that was generated for one client of one user; it can be taken back alone. */
export interface ApplicationPassword {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

export interface Account {
  readonly id: number;
  readonly login: string;
  readonly capabilities: readonly string[];
  readonly passwords: readonly ApplicationPassword[];
}

export async function hashPassword(password: string, salt: Buffer): Promise<ApplicationPassword> {
  return { salt, hash: await derive(plain(password), salt, LENGTH) };
}

/** Reads `Authorization: Basic`; without it the request is nobody's. */
export function basicUser(
  accounts: ReadonlyMap<string, Account>,
): (request: RestRequest) => Promise<Account | undefined> {
  return async ({ headers: { authorization = '' } }) => {
    const [, encoded] = /^Basic ([\w+/=]+)$/i.exec(String(authorization)) ?? [];
    if (encoded === undefined) return undefined;
    const [, login = '', password = ''] =
      /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    const account = accounts.get(login);
    if (account !== undefined && (await isOneOf(password, account.passwords))) return account;
    throw new RestException('incorrect_password', 'The login or the password is wrong.', 401);
  };
}

/** All are compared, in the same time whether one matches or none. */
async function isOneOf(text: string, passwords: readonly ApplicationPassword[]): Promise<boolean> {
  let isFound = false;
  for (const { salt, hash } of passwords) {
    const derived = await derive(plain(text), salt, LENGTH);
    isFound = timingSafeEqual(derived, hash) || isFound;
  }
  return isFound;
}

/** They are shown in groups: spaces mean nothing. */
function plain(password: string): string {
  return password.replaceAll(/\s/g, '');
}
