import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, type AdapterName } from '../support/application.js';
import { REPOSITORY } from '../support/repository.js';
import {
  COMMAND,
  createServed,
  recordExchanges,
  sourcesIn,
} from '../support/scratch/recorded-application.js';
import type { Scratch } from '../support/scratch/scratch.js';
import {
  ALWAYS,
  DESK,
  FIFTY,
  MODULAR,
  OPTIONS,
  PRESS,
  PRESS_FACTORY,
  PRESS_STRICT,
  RETURNS,
  VALUES,
  type MovedApplication,
} from './moved/applications.js';
import { findDifferences, listDifferences, type Difference } from './moved/differences.js';

type Exchanges = Awaited<ReturnType<typeof recordExchanges>>;

describe.each([DESK, PRESS, PRESS_FACTORY, PRESS_STRICT, MODULAR, FIFTY, OPTIONS, RETURNS, VALUES])(
  'an application of $title',
  ({ name, sources, files, requests, listed }: MovedApplication) => {
    let scratch: Scratch;
    let printed = '';
    const before = new Map<AdapterName, Exchanges>();
    const after = new Map<AdapterName, Exchanges>();

    beforeAll(async () => {
      scratch = createServed(sources ?? sourcesIn(join(REPOSITORY, 'test/convert/moved', name)));
      expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
      for (const adapter of ADAPTERS) {
        before.set(adapter, await recordExchanges(scratch, adapter, requests));
      }
      const added = scratch.nest('generate', '-c', 'nestjs-rest-routes', 'nest-add');
      expect(added.status, added.text).toBe(0);
      const converted = scratch.run(COMMAND, 'convert', '--trust-guards', ...files);
      expect(converted.status, converted.text).toBe(0);
      printed = converted.text;
      // A person decides: everyone.
      for (const file of files) {
        scratch.write(file, scratch.read(file).replaceAll('return false', 'return true'));
      }
      expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
      for (const adapter of ADAPTERS) {
        after.set(adapter, await recordExchanges(scratch, adapter, requests));
      }
    });
    afterAll(() => scratch.dispose());

    test('is converted with a line for each decision', async () => {
      await expect(printed).toMatchFileSnapshot(`moved/${name}.printed.txt`);
    });

    test.each(ADAPTERS)('responds on %s as before but for what is listed', async (adapter) => {
      const differences = findDifferences(before.get(adapter) ?? [], after.get(adapter) ?? []);
      await expect(listDifferences(differences)).toMatchFileSnapshot(
        `moved/${name}.${adapter}.txt`,
      );
      const isListed = ({ request, text }: Difference): boolean =>
        [...ALWAYS, ...listed].some(
          ([pattern, line]) => pattern.test(`${request}: ${text}`) && printed.includes(line),
        );
      const unlisted = differences.filter((one) => !isListed(one));
      expect(unlisted).toEqual([]);
    });
  },
);
