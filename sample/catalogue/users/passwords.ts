import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const LENGTH = 32;

/** A password as it is stored. It cannot be recovered from this. */
export interface HashedPassword {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

export async function hashPassword(password: string): Promise<HashedPassword> {
  const salt = randomBytes(16);
  return { salt, hash: await derive(password, salt, LENGTH) };
}

/** Compares in constant time. */
export async function isPassword(
  password: string,
  { salt, hash }: HashedPassword,
): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt, LENGTH), hash);
}
