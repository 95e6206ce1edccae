import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, type TestApplication } from '../support/application.js';
import { ATTACKS, type Attack } from './support/attacks.js';
import { startCounting, type StepCounter } from './support/steps.js';

/** A little more than twice: a limit may add a step, and buffers come in pieces. */
const MOST = 2.2;

let counter: StepCounter;

// Once: the blocks of code that was loaded before are not all counted.
beforeAll(async () => {
  counter = await startCounting();
});
afterAll(() => counter.stop());

describe.each(ADAPTERS)('on %s', (adapter) => {
  let app: TestApplication;
  const failures: string[] = [];

  beforeAll(async () => {
    process.on('unhandledRejection', note);
    // Loaded only now, so that their blocks are counted.
    const { startReading } = await import('./support/reading-application.js');
    app = await startReading(adapter);
    // What is made by the first request is no work on its input.
    for (const group of Object.values(ATTACKS)) {
      for (const attack of group.slice(0, 2)) await stepsOf(attack, attack.size);
    }
  });

  afterAll(async () => {
    process.off('unhandledRejection', note);
    await app.close();
  });

  function note(error: unknown): void {
    failures.push(String(error));
  }

  async function stepsOf(attack: Attack, size: number): Promise<number> {
    const { method, path, ...options } = attack.request(size);
    return counter.countOf(async () => {
      const { status } = await app.fetch(method, path, options);
      if (status >= 500) failures.push(`${status}: ${attack.title}`);
    });
  }

  /** What takes more than twice the steps for twice the input. */
  async function superlinear(attack: Attack): Promise<readonly string[]> {
    const once = await stepsOf(attack, attack.size);
    const twice = await stepsOf(attack, attack.size * 2);
    return twice <= MOST * once ? [] : [`${attack.title}: ${once} steps, then ${twice}`];
  }

  function staysLinear(group: keyof typeof ATTACKS): () => Promise<void> {
    return async () => {
      const found: string[] = [];
      for (const attack of ATTACKS[group]) found.push(...(await superlinear(attack)));
      expect(found).toEqual([]);
      expect(failures.splice(0)).toEqual([]);
    };
  }

  // On one adapter: what validates a value is the same on both.
  if (adapter === 'fastify') {
    test(
      'Every format, type and limit reads a value in time linear in its length.',
      staysLinear('values'),
    );
  }
  test('A JSON body is read in time linear in its length.', staysLinear('bodies'));
  test('A query is read in time linear in its length.', staysLinear('queries'));
  test('A method override is read in time linear in its length.', staysLinear('overrides'));
  test('A form is read in time linear in its length.', staysLinear('forms'));
  test('A header is read in time linear in its length.', staysLinear('headers'));
  test('A path is read in time linear in its length.', staysLinear('paths'));

  test('The counter sees quadratic work of the engine, and of our own loops.', async () => {
    const quadratic = (size: number) => {
      let text = '%'.repeat(size) + '41'.repeat(size);
      while (text.includes('%41')) text = text.replace('%41', '');
      return Promise.resolve();
    };
    const small = await counter.countOf(() => quadratic(500));
    expect(await counter.countOf(() => quadratic(1000))).toBeGreaterThan(3 * small);
  });
});
