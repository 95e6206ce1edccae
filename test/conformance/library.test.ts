import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, type TestApplication } from '../support/application.js';
import { libraryModule } from './library/library.module.js';
import { replay } from './library/replay.js';
import { readLines, type Exchange } from './recordings.js';

const exchanges = readLines<Exchange>('./library.jsonl');

test('the recorded exchanges exist', () => {
  expect(exchanges.length).toBe(55);
});

describe.each(ADAPTERS)('the server features of WordPress on %s', (adapter) => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startApplication(libraryModule, { adapter });
  });
  afterAll(() => app.close());

  test.each(exchanges)('$id $group $method $path', (exchange) => replay(app, exchange));
});
