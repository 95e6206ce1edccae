import { randomBytes } from 'node:crypto';

const TOKEN = /^[\w-]{16}$/;

/** Makes a token that was never there before. Given from outside, so that a test can tell them. */
export type MakeToken = () => string;

/** 96 random bits: no counter, as stores cannot count for several processes at once. */
export const randomToken: MakeToken = () => randomBytes(12).toString('base64url');

/** A token from outside; `undefined` for anything else, which then counts as lost. */
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
