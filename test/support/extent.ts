import { inject } from 'vitest';

/** Whether the project sends a recording whole, and all random requests: `npm test` sends a part of them. */
export const IS_WHOLE = inject('extent') !== 'part';

/** The first of the cases, and a tenth of the others: those with such a text, always the same. */
export function tenthOf<Case>(cases: readonly Case[]): readonly Case[] {
  return cases.filter((one, at) => at === 0 || hashOf(JSON.stringify(one)) % 10 === 0);
}

/** How many random requests a property sends. */
export function someOf(runs: number): number {
  return IS_WHOLE ? runs : Math.ceil(runs / 5);
}

/** FNV-1a, of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93) >>> 0;
  }
  return hash;
}
