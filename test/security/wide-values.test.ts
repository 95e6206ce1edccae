import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ValueSchema } from '../support/schema-types.js';
import type { TestApplication } from '../support/application.js';
import { stepCounter, superlinear } from './support/steps.js';
import { startValues } from './support/values-application.js';

/** A little more than twice: a limit may add a step, and buffers come in pieces. */
const MOST = 2.3;
const NAMES = 1_500;

const wide = (size: number, last: unknown): Record<string, unknown> => ({
  ...Object.fromEntries(Array.from({ length: size }, (_, at) => [`n${at}`, 1])),
  last,
});
const kinds = (count: number, one: (at: number) => ValueSchema): readonly ValueSchema[] =>
  Array.from({ length: count }, (_, at) => one(at));
const integer: ValueSchema = { type: 'integer' };
const open = (at: number): ValueSchema => ({
  type: 'object',
  properties: { kind: { type: 'string', enum: [`k${at}`] } },
});
const map = (at: number): ValueSchema => ({
  type: 'object',
  properties: { [`x${at}`]: integer },
  additionalProperties: integer,
});
const closed = (at: number): ValueSchema => ({
  type: 'object',
  properties: { [`x${at}`]: integer },
  additionalProperties: false,
});
const required = (at: number): ValueSchema => ({
  type: 'object',
  properties: { [`x${at}`]: { ...integer, required: true } },
});
const nested = (depth: number): ValueSchema =>
  depth === 0 ? required(0) : { anyOf: [nested(depth - 1), map(depth)] };

const listOf = (at: number): ValueSchema => ({ type: 'array', items: map(at) });
const small = (size: number, last: unknown): readonly unknown[] => [
  ...Array.from({ length: size }, () => ({ a: 1 })),
  last,
];

interface Union {
  readonly schema: (alternatives: number) => ValueSchema;
  readonly value: (size: number) => unknown;
}

/** Each value is rejected by all alternatives, most of them by its last name only. */
const UNIONS: Readonly<Record<string, Union>> = {
  'literals of objects': {
    schema: (count) => ({ anyOf: kinds(count, open) }),
    value: (size) => ({ ...wide(size, 1), kind: 'none' }),
  },
  'required names': {
    schema: (count) => ({ anyOf: kinds(count, required) }),
    value: (size) => wide(size, 1),
  },
  maps: { schema: (count) => ({ anyOf: kinds(count, map) }), value: (size) => wide(size, 'x') },
  'one of several maps': {
    schema: (count) => ({ oneOf: kinds(count, map) }),
    value: (size) => wide(size, 'x'),
  },
  'closed objects': {
    schema: (count) => ({ anyOf: kinds(count, closed) }),
    value: (size) => wide(size, 1),
  },
  'lists of small objects': {
    schema: (count) => ({ anyOf: kinds(count, listOf) }),
    value: (size) => small(size, { a: 'x' }),
  },
  'one of several lists of small objects': {
    schema: (count) => ({ oneOf: kinds(count, listOf) }),
    value: (size) => small(size, { a: 'x' }),
  },
  'lists that a text spells': {
    schema: (count) => ({
      anyOf: kinds(count, (at) => ({ type: 'array', items: { ...integer, maximum: at + 9 } })),
    }),
    value: (size) => `${'1,'.repeat(size)}x`,
  },
  'maps with a limit beside them': {
    schema: (count) => ({ type: 'object', maxProperties: 2, anyOf: kinds(count, map) }),
    value: (size) => wide(size, 1),
  },
};

const PATTERNS = [
  '^(a+)+$',
  '(a|aa)+$',
  'a+$',
  '\\s+$',
  '^(\\w+\\s?)*$',
  '(.*a){8}$',
  '^(a?){20}a{20}$',
  'x+x+y',
];
/** Each reaches another set of positions with each character of a random text. */
const LONG_REPETITIONS: Readonly<Record<string, readonly string[]>> = {
  '<b>.{1,200}</b>': ['<b>', 'x'],
  '[01].{0,400}1$': ['0', '1', 'x'],
  '(?:[a-z][a-z0-9 ]{0,100}, ?){0,8}[a-z]+$': ['a', 'a, ', 'b ', ','],
  '(?:[+-]?\\d{1,3}(?:,\\d{3})*(?:\\.\\d+)?;?){0,60}x!': ['1', '1,1', '1.1', '-', ';', '1111'],
};
const ENDS = ['!', ' !', 'b'];

const SCHEMAS: Readonly<Record<string, ValueSchema>> = {
  ...Object.fromEntries(
    Object.entries(UNIONS).flatMap(([name, { schema }]) =>
      [4, 40].map((count) => [`${name} ${count}`, schema(count)]),
    ),
  ),
  nested: nested(10),
  ...Object.fromEntries(
    [...PATTERNS, ...Object.keys(LONG_REPETITIONS)].map((pattern) => [
      pattern,
      { type: 'string', pattern },
    ]),
  ),
  'at most 60 characters': { type: 'string', maxLength: 60, pattern: '^(a+)+$' },
  names: {
    type: 'object',
    patternProperties: Object.fromEntries(PATTERNS.map((pattern) => [pattern, integer])),
  },
};
const ROUTES = Object.keys(SCHEMAS);

const counter = stepCounter();

/** On one adapter: what validates a value is the same on both. */
describe('on fastify', () => {
  let app: TestApplication;

  beforeAll(async () => {
    app = await startValues('fastify', Object.values(SCHEMAS));
  });
  afterAll(() => app.close());

  async function send(name: string, value: unknown): Promise<void> {
    const { status } = await app.fetch('POST', `/api/acme/v1/values/${ROUTES.indexOf(name)}`, {
      body: JSON.stringify({ value }),
      headers: { 'content-type': 'application/json' },
    });
    expect([200, 400]).toContain(status);
  }

  const stepsOf = (name: string, value: unknown): Promise<number> =>
    counter.countOf(() => send(name, value));

  test('Validating a wide object against many alternatives costs O(names), not O(names × alternatives)', async () => {
    const found: string[] = [];
    for (const [name, { value }] of Object.entries(UNIONS)) {
      // The first value of a route generates its code.
      for (const count of [4, 40]) await send(`${name} ${count}`, value(2 * NAMES));
      await counter.clear();
      const steps = async (count: number): Promise<number> => {
        const once = await stepsOf(`${name} ${count}`, value(NAMES));
        return (await stepsOf(`${name} ${count}`, value(2 * NAMES))) - once;
      };
      const [few, many] = [await steps(4), await steps(40)];
      if (many > 1.5 * few) found.push(`${name}: ${few} steps for 4, ${many} for 40`);
    }
    expect(found).toEqual([]);
  });

  test('Alternatives within alternatives are not validated again at each level.', async () => {
    await send('nested', wide(2, 'x'));
    await counter.clear();
    const [once, twice] = [
      await stepsOf('nested', wide(NAMES, 'x')),
      await stepsOf('nested', wide(2 * NAMES, 'x')),
    ];
    expect(twice).toBeLessThan(MOST * once);
    // A constant number of steps for each name and level, for the choice and for the explanation.
    expect((twice - once) / NAMES).toBeLessThan(10 * 80);
  });

  test('The search for your own pattern and patternProperties takes time linear in the length of the text', async () => {
    const texts = PATTERNS.flatMap((pattern) =>
      ['a', ' ', 'x', 'a '].flatMap((part) =>
        ENDS.map((end) => ({
          title: `${pattern} ${part}…${end}`,
          size: 600,
          run: (size: number) => send(pattern, part.repeat(size) + end),
        })),
      ),
    );
    const names = {
      title: 'names',
      size: 600,
      run: (size: number) => send('names', { ['a'.repeat(size) + '!']: 'x' }),
    };
    for (const { run } of [...texts, names]) await run(2);
    expect(await superlinear(counter, [...texts, names])).toEqual([]);
  });

  test('The search for a pattern needs few steps for each character, even if a long repetition may begin at every character', async () => {
    const found: string[] = [];
    for (const [pattern, parts] of Object.entries(LONG_REPETITIONS)) {
      const steps = (size: number) => stepsOf(pattern, randomText(parts, size));
      await send(pattern, randomText(parts, 500));
      await counter.clear();
      const each = ((await steps(2_000)) - (await steps(1_000))) / 1_000;
      if (each > 700) found.push(`${pattern}: ${each} steps for each character`);
    }
    expect(found).toEqual([]);
  });

  test('A pattern within patterns takes few steps for a text of 60 characters, and for a name of 28.', async () => {
    const text = `${'a'.repeat(59)}!`;
    const name = { [`${'a'.repeat(27)}!`]: 'x' };
    await send('at most 60 characters', text);
    await send('names', name);
    await counter.clear();
    expect(await stepsOf('at most 60 characters', text)).toBeLessThan(50_000);
    expect(await stepsOf('names', name)).toBeLessThan(50_000);
  });
});

/** The same for each run. */
function randomText(parts: readonly string[], size: number): string {
  let text = '';
  for (let random = 1; text.length < size; random = (random * 48_271) % 0x7f_ff_ff_ff) {
    text += parts[random % parts.length];
  }
  return `${text}!`;
}
