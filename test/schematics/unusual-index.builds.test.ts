import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPackedScratch, type Outcome, type Scratch } from '../support/scratch/scratch.js';
import { indexOf } from '../wordpress/import/support.js';

const LONG = 'long-'.repeat(80);

/** Objects within each other, as an argument has them. */
function deep(levels: number): object {
  const inner = levels === 0 ? { type: 'string' } : deep(levels - 1);
  return { type: 'object', properties: { [`level${levels}`]: inner } };
}

const get = (args: object = {}) => [{ methods: ['GET'], args }];
const ROUTES = {
  '/_': get(),
  '/-': get(),
  '/route': get(),
  '/12': get(),
  '/a-b': get(),
  '/a_b': get(),
  '/a.b': get(),
  '/a/b1': get(),
  '/a/b-1': get(),
  [`/${LONG}x`]: get({ [`${LONG}x`]: { type: 'object', properties: { a: { type: 'string' } } } }),
  [`/${LONG}y`]: get(),
  ...Object.fromEntries(
    [13, 14, 15, 16, 17, 30].map((levels) => [
      `/deep${levels}`,
      [
        {
          methods: ['POST'],
          args: { one: deep(levels), list: { type: 'array', items: deep(levels) } },
        },
      ],
    ]),
  ),
  '/things/(?P<id>[\\w-]+)': get({ id: { type: 'integer', minimum: 1 } }),
  '/years/(?P<year>[^/]+)': get({ year: { type: 'integer' } }),
  '/slugs/(?P<slug>[a-z]+)': get({ slug: { type: 'integer' } }),
};

describe('an index with unusual names, depths and types', () => {
  let scratch: Scratch;
  beforeAll(() => {
    scratch = createPackedScratch('--strict');
    writeFileSync(join(scratch.root, 'index.json'), JSON.stringify(indexOf('shop/v1', ROUTES)));
    expect(scratch.nest('add', 'nestjs-rest-routes', '--skip-install').status).toBe(0);
  });
  afterAll(() => scratch.dispose());
  const generate = (...args: readonly string[]): Outcome =>
    scratch.nest('generate', '-c', 'nestjs-rest-routes', ...args);

  test('becomes code that builds; no test is written where package.json has no test runner, and the import says so', () => {
    const path = join(scratch.root, 'package.json');
    const text = readFileSync(path, 'utf8');
    const manifest = JSON.parse(text) as { devDependencies: Record<string, string> };
    for (const name of ['vitest', 'jest', '@types/jest']) delete manifest.devDependencies[name];
    writeFileSync(path, JSON.stringify(manifest));
    const made = generate('wordpress-routes', 'shop/v1', '--type', 'index.json');
    expect(made.status, made.text).toBe(0);
    expect(made.text).toContain('No tests are written: package.json has neither vitest nor jest.');
    expect(generate('rest-controller', 'plain').status).toBe(0);
    const files = readdirSync(join(scratch.root, 'src'), { recursive: true }).map(String);
    expect(files.filter((file) => file.includes('.controller.spec'))).toEqual(
      files.filter((file) => file.endsWith('app.controller.spec.ts')),
    );
    const controllers = files.filter((file) => /^shop\/.*\.controller\.ts$/.test(file));
    const bases = controllers.map(
      (file) => scratch.read(`src/${file}`).split('@RestController(')[1],
    );
    expect(new Set(bases.map((base) => base?.split("'")[3])).size).toBe(
      new Set(Object.keys(ROUTES).map((one) => one.split('/')[1])).size,
    );
    const things = scratch.read('src/shop/things/things.controller.ts');
    expect(things).toContain("one(@Param({ match: '[\\\\w-]+', minimum: 1 }) id: int)");
    expect(scratch.read('src/shop/years/years.controller.ts')).toContain('year: int');
    expect(scratch.read('src/shop/slugs/slugs.controller.ts')).toContain('slug: int');
    writeFileSync(path, text);
    const built = scratch.nest('build');
    expect(built.status, built.text).toBe(0);
  });
});
