import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';
import { ODD_INDEX } from '../wordpress/import/odd-index.js';
import { createScratch, type Outcome, type Scratch } from '../support/scratch/scratch.js';
import { writeIndexes } from './support/write-indexes.js';

const RECORDED = join(REPOSITORY, 'test/conformance/wordpress-routes.json');

describe('the 120 routes of WordPress, imported into an application of nest new', () => {
  let scratch: Scratch;
  let imported: Outcome;
  let odd: Outcome;
  const cli = (...args: readonly string[]): Outcome =>
    scratch.run('node_modules/nestjs-rest-routes/dist/cli/main.js', ...args);

  beforeAll(() => {
    scratch = createScratch({ 'write-indexes.mjs': writeIndexes('/api/wp/v2/posts') }, '--strict');
    const added = scratch.nest(
      'add',
      'nestjs-rest-routes',
      '--skip-install',
      '--style',
      'wordpress',
    );
    expect(added.status, added.text).toBe(0);
    imported = cli('import', RECORDED);
    scratch.write('odd.json', JSON.stringify(ODD_INDEX));
    odd = cli('import', 'odd.json');
  });
  afterAll(() => scratch.dispose());

  test('are all imported, and a second import changes nothing', () => {
    expect(imported.status, imported.text).toBe(0);
    expect(imported.text).toContain('wp/v2: 178 routes added, 0 routes kept.');
    expect(odd.status, odd.text).toBe(0);
    expect(cli('import', RECORDED).text.trim().split('\n')).toEqual([
      'oembed/1.0: 0 routes added, 2 routes kept.',
      'wp/v2: 0 routes added, 178 routes kept.',
      'wp-site-health/v1: 0 routes added, 7 routes kept.',
      'wp-block-editor/v1: 0 routes added, 3 routes kept.',
    ]);
  });

  test('build without a diagnostic, start on both adapters, and lose nothing', () => {
    expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
    expect(scratch.run('write-indexes.mjs')).toEqual({
      status: 0,
      text: 'express 401\nfastify 401\n',
    });
    for (const served of ['express.json', 'fastify.json']) {
      for (const namespace of ['wc/v3', 'contact-form-7/v1', 'odd/v1']) {
        const compared = cli('compare', 'odd.json', served, '--namespace', namespace).text;
        expect(compared).toMatch(/^No difference in/m);
      }
      const { text } = cli('compare', RECORDED, served);
      // The route of batches, which forRoot({ batch: true }) serves.
      expect(text.split('\n').filter((line) => /^(?:lost|changed)/.test(line))).toEqual([
        expect.stringMatching(/^lost +POST +\/batch\/v1 /),
      ]);
    }
  });

  test('are formatted as the application is, and its linter reports nothing', () => {
    const prettier = join(REPOSITORY, 'node_modules/prettier/bin/prettier.cjs');
    expect(scratch.run(prettier, '--check', 'src').text).toContain('All matched files');
    expect(scratch.lint('--deny-warnings', 'src/').status).toBe(0);
  });

  test('are denied, as the generated tests assert', () => {
    const { status, text } = scratch.vitest('src/wp/posts', 'src/wp/users', 'src/wp/global-styles');
    expect(status, text).toBe(0);
  });

  test('are declared by types for 179 of 195 endpoints', () => {
    const sources = readdirSync(join(scratch.root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /^(?:wp|oembed).*\.(?:controller|arguments)\.ts$/.test(name))
      .map((name) => readFileSync(join(scratch.root, 'src', name), 'utf8'));
    const classes = sources.flatMap((text) => text.split('@ValueClass()').slice(1));
    const schemas = classes.filter((text) => text.split('\n}\n')[0]?.includes('schema:'));
    const names = schemas.map((text) => /class (\w+)/.exec(text)?.[1] ?? '');
    const routes = sources.flatMap((text) => text.split('@RestRoute(').slice(1));
    const others = routes.filter((text) => {
      const method = text.split('throw new')[0] ?? '';
      return (
        method.includes('schema:') ||
        names.some((name) => method.includes(`: ${name},`) || method.includes(`: ${name})`))
      );
    });
    // The index of each namespace and the route of batches are the library's own.
    expect(routes).toHaveLength(195 - 5);
    // A union cannot state that an object or a list comes before another type, as in the template routes.
    expect(others.length).toBeLessThanOrEqual(16);
  });
});
