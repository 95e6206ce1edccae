import { afterAll, beforeAll, expect, it } from 'vitest';
import { createScratch, type Scratch } from '../../support/scratch/scratch.js';
import { PLUGIN_LINE, SOURCES } from '../../support/scratch/scratch-sources.js';

let app: Scratch;

beforeAll(() => {
  const { 'src/items.spec.ts': _spec, ...sources } = SOURCES;
  app = createScratch(sources);
  app.edit('package.json', '"type": "module"', '"type": "commonjs"');
  // As older projects have it: no nulls of its own in the types, and no ECMAScript modules.
  app.edit('tsconfig.json', '"strict": true', '"strict": false');
  app.edit('src/main.ts', 'await bootstrap()', 'void bootstrap()');
  app.edit('src/items.controller.ts', 'variant?: Variant', 'variant: Variant | null = null');
  app.edit('nest-cli.json', '"deleteOutDir": true', `"deleteOutDir": true, ${PLUGIN_LINE}`);
});

afterAll(() => app.dispose());

it('an application in CommonJS, without strict types, is served as one in ECMAScript modules', () => {
  expect(app.nest('build')).toEqual({ status: 0, text: '' });
  expect(app.read('dist/items.controller.js')).toContain('require("./app.service.js")');
  const { text } = app.boot('/api/acme/v1/items/7', '/api/acme/v1/items/7?variant=none');
  const [good, bad] = text.trim().split('\n');
  expect(good).toBe('200 {"id":7,"greeting":"Hello World!","n":3,"variant":null,"lines":[]}');
  expect(bad).toMatch(/^400 .*variant must be one of full, teaser, null/);
});
