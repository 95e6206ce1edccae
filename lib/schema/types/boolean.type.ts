import { INVALID } from '../values/invalid.js';
import { wrongType } from '../messages/messages.js';
import type { ValueType } from '../values/value-type.js';

const TEXTS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** The boolean that a value is or spells, in any case; nothing for any other value. */
function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return TEXTS.get(value.toLowerCase());
  if (value === 1) return true;
  return value === 0 ? false : undefined;
}

/** `true` or `false`, 1 or 0, or a text of these four. */
export const booleanType: ValueType = {
  name: 'boolean',
  build: () => (value) => booleanOf(value) ?? INVALID,
  emit(_schema, input, code) {
    const truth = code.let(`${code.constant(booleanOf)}(${input})`);
    code.unless(`${truth} !== undefined`);
    return truth;
  },
  explain: (schema, value, place) =>
    booleanOf(value) === undefined ? wrongType(place, schema) : undefined,
};
