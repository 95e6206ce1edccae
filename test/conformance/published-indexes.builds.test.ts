import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';
import { createScratch, type Outcome, type Scratch } from '../support/scratch/scratch.js';
import { writeIndexes } from './support/write-indexes.js';

/** A type that the project has under the name that an import would choose, with other values. */
const OWN_TYPE = `export type ItemKind = 'v' | 'w' | 'x' | 'y' | 'z';\n`;

const kind = { type: 'string', enum: ['a', 'b', 'c', 'd', 'e'], default: 'a' };

/** TypeScript expects a function in the place of `constructor`. */
const classes = {
  type: 'object',
  properties: { constructor: { type: 'string' } },
  required: ['constructor'],
};

/** Its default does not build, for the same reason. */
const unbuilt = { type: 'object', properties: { constructor: { type: 'string' } }, default: {} };

/** A class with a property that does not build, beside routes that do not use it. */
const many = { unbuilt, name: {}, place: {}, size: {}, weight: {} };

const TEXTS = {
  namespaces: ['text/v1'],
  routes: {
    '/text/v1/items': {
      endpoints: [
        { methods: ['GET'], args: {} },
        { methods: ['POST'], args: many },
      ],
    },
    '/text/v1/items/(?P<id>\\d+)': {
      endpoints: [
        { methods: ['GET'], args: {} },
        { methods: ['PUT'], args: many },
      ],
    },
  },
};

const SHOP = {
  namespaces: ['shop/v1'],
  routes: {
    '/shop/v1/items': {
      endpoints: [
        { methods: ['GET'], args: { unbuilt } },
        { methods: ['POST'], args: { kind } },
      ],
    },
    '/shop/v1/classes': { endpoints: [{ methods: ['POST'], args: { classes } }] },
  },
};

/** An application of `nest new` with the library. */
function newApplication(): Scratch {
  const scratch = createScratch({ 'write-indexes.mjs': writeIndexes() }, '--strict');
  const added = scratch.nest('add', 'nestjs-rest-routes', '--skip-install', '--style', 'wordpress');
  expect(added.status, added.text).toBe(0);
  return scratch;
}

function command(scratch: Scratch, ...args: readonly string[]): Outcome {
  return scratch.run('node_modules/nestjs-rest-routes/dist/cli/main.js', ...args);
}

describe.each(['index-woocommerce.json', 'index-plugins.json'])(
  '%s, as a site serves it',
  (name) => {
    const index = join(REPOSITORY, 'test/conformance', name);
    const { namespaces } = JSON.parse(readFileSync(index, 'utf8')) as {
      readonly namespaces: readonly string[];
    };
    let scratch: Scratch;
    beforeAll(() => {
      scratch = newApplication();
    });
    afterAll(() => scratch.dispose());

    test('is imported, builds, starts on both adapters and serves every namespace as it was', () => {
      const imported = command(scratch, 'import', index, '--no-spec');
      expect(imported.status, imported.text).toBe(0);
      expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
      expect(scratch.run('write-indexes.mjs')).toEqual({ status: 0, text: '' });
      const differing = namespaces.flatMap((namespace) =>
        ['express.json', 'fastify.json'].flatMap((served) => {
          const { text } = command(scratch, 'compare', index, served, '--namespace', namespace);
          return /^No difference in/m.test(text) ? [] : [text];
        }),
      );
      expect(differing).toEqual([]);
    });
  },
);

describe('an import whose code would not build', () => {
  let scratch: Scratch;
  beforeAll(() => {
    scratch = newApplication();
  });
  afterAll(() => scratch.dispose());

  test('leaves out the route, says why, and writes the others, whose types have names of their own', () => {
    scratch.write('src/shop/items/items.arguments.ts', OWN_TYPE);
    scratch.write('shop.json', JSON.stringify(SHOP));
    const { status, text } = command(scratch, 'import', 'shop.json', '--no-spec');
    expect(status, text).toBe(0);
    expect(text).toContain('shop/v1: 2 routes added, 0 routes kept.');
    expect(text).toMatch(/GET \/shop\/v1\/items is not imported: TS2322: /);
    expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
  });

  test('declares a property of a class by its schema, and loses no route', () => {
    scratch.write('text.json', JSON.stringify(TEXTS));
    const { status, text } = command(scratch, 'import', 'text.json', '--no-spec');
    expect(status, text).toBe(0);
    expect(text).toContain('text/v1: 4 routes added, 0 routes kept.');
    expect(text).toMatch(
      /unbuilt of PUT \/text\/v1\/items\/\S+ is declared by its schema: TS2322: /,
    );
    expect(text).not.toContain('GET /text');
    expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
    expect(scratch.run('write-indexes.mjs')).toEqual({ status: 0, text: '' });
    for (const served of ['express.json', 'fastify.json']) {
      const compared = command(scratch, 'compare', 'text.json', served, '--namespace', 'text/v1');
      expect(compared.text).toMatch(/^No difference in/m);
    }
  });
});
