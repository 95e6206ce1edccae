import { afterAll, beforeAll, expect, it } from 'vitest';
import { createScratch, type Scratch } from '../../support/scratch/scratch.js';
import { PLUGIN_LINE, SOURCES } from '../../support/scratch/scratch-sources.js';

let app: Scratch;

beforeAll(() => {
  const { 'src/items.spec.ts': _spec, ...sources } = SOURCES;
  app = createScratch(sources);
  app.edit('package.json', '"type": "module"', '"type": "commonjs"');
  app.edit('src/main.ts', 'await bootstrap()', 'void bootstrap()');
  app.edit('src/items.controller.ts', 'variant?: Variant', 'variant: Variant | null = null');
  app.edit('nest-cli.json', '"deleteOutDir": true', `"deleteOutDir": true, ${PLUGIN_LINE}`);
});

afterAll(() => app.dispose());

it('an application with the target ES2017 is built and served', () => {
  setTarget('ES2017');
  expect(app.nest('build')).toEqual({ status: 0, text: '' });
  const { text } = app.boot('/api/acme/v1/items/7', '/api/acme/v1/items/7?n=11');
  const [good, bad] = text.trim().split('\n');
  expect(good).toBe('200 {"id":7,"greeting":"Hello World!","n":3,"variant":null,"lines":[]}');
  expect(bad).toMatch(/^400 .*rest_out_of_bounds/);
});

it('the target ES5 stops the build at the line of tsconfig.json to change', () => {
  setTarget('ES5');
  const { status, text } = app.nest('build');
  expect(status).toBe(1);
  const line = lineOf('tsconfig.json', '"target"');
  expect(text).toMatch(new RegExp(`tsconfig\\.json:${line}:5 - error .*RR2019`));
  expect(text).toContain('Received "target": "ES5".');
  expect(text).toContain('Set "target" to "ES2017" or later');
});

it('the target ES5 of a file that tsconfig.json extends is shown in that file', () => {
  app.write('tsconfig.base.json', '{\n  "compilerOptions": { "target": "es5" }\n}\n');
  app.edit('tsconfig.json', '"target": "ES5",', '');
  app.edit('tsconfig.json', '{', '{ "extends": "./tsconfig.base.json",');
  const { status, text } = app.nest('build');
  expect(status).toBe(1);
  expect(text).toMatch(/tsconfig\.base\.json:2:24 - error .*RR2019/);
});

function setTarget(target: string): void {
  const text = app.read('tsconfig.json');
  app.write('tsconfig.json', text.replace(/"target": "\w+"/, `"target": "${target}"`));
}

function lineOf(path: string, text: string): number {
  return (
    app
      .read(path)
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  );
}
