import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, type TestApplication } from '../support/application.js';
import { ATTACKS, type Attack } from './support/attacks.js';
import { startReading } from './support/reading-application.js';
import { stepCounter, superlinear } from './support/steps.js';

const counter = stepCounter();

describe.each(ADAPTERS)('on %s', (adapter) => {
  let app: TestApplication;
  const failures: string[] = [];

  beforeAll(async () => {
    process.on('unhandledRejection', note);
    app = await startReading(adapter);
    // What is made by the first request is no work on its input.
    for (const group of Object.values(ATTACKS)) {
      for (const attack of group.slice(0, 2)) await send(attack, attack.size);
    }
  });

  afterAll(async () => {
    process.off('unhandledRejection', note);
    await app.close();
  });

  function note(error: unknown): void {
    failures.push(String(error));
  }

  async function send(attack: Attack, size: number): Promise<void> {
    const { method, path, ...options } = attack.request(size);
    const { status } = await app.fetch(method, path, options);
    if (status >= 500) failures.push(`${status}: ${attack.title}`);
  }

  function staysLinear(group: keyof typeof ATTACKS): () => Promise<void> {
    return async () => {
      const sized = ATTACKS[group].map((attack) => ({
        title: attack.title,
        size: attack.size,
        run: (size: number) => send(attack, size),
      }));
      expect(await superlinear(counter, sized)).toEqual([]);
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
    await counter.clear();
    const small = await counter.countOf(() => quadratic(500));
    expect(await counter.countOf(() => quadratic(1000))).toBeGreaterThan(3 * small);
  });
});
