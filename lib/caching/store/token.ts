import { randomBytes } from 'node:crypto';

const TOKEN = /^[\w-]{16}$/;

/** Makes a token that never existed before. A parameter, so that a test can control the tokens. */
export type MakeToken = () => string;

/** 96 random bits; no counter, because not every store can count for several processes. */
export const randomToken: MakeToken = () => randomBytes(12).toString('base64url');

/** A token read from a store; `undefined` for any other value, which counts as lost. */
export function tokenOf(value: string | undefined): string | undefined {
  return value !== undefined && TOKEN.test(value) ? value : undefined;
}

export function isSameGeneration(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((token, at) => token === other[at]);
}

/** Whether no token is missing. */
export function areKnown(tokens: readonly (string | undefined)[]): tokens is readonly string[] {
  return !tokens.includes(undefined);
}
