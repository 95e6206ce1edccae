import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createScratch, plain, type Scratch } from '../../support/scratch/scratch.js';
import { PLUGIN_LINE, SOURCES } from '../../support/scratch/scratch-sources.js';

const ITEM = '/api/acme/v1/items/7?variant=teaser&n=4&lines[0][sku]=a';

/** A query builder makes the type of a row anew, as that of Drizzle does for `$type<int>()`. */
const ROWS = `import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

function column<Data>(data: Data) {
  return { data } as { readonly data: unknown } & { readonly data: NonNullable<Data> };
}

const id = column<int | null>(7).data;

@RestController('v1', '/rows')
export class RowsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  rows() {
    return [{ id }];
  }
}
`;

let app: Scratch;

beforeAll(() => {
  app = createScratch(SOURCES, '--strict');
  app.edit('nest-cli.json', '"deleteOutDir": true', `"deleteOutDir": true, ${PLUGIN_LINE}`);
});

afterAll(() => app.dispose());

afterEach(() => {
  for (const [path, text] of Object.entries(SOURCES)) app.write(path, text);
});

describe('an application made by "nest new", with one line in nest-cli.json', () => {
  it('is built and serves the arguments of its signatures', () => {
    expect(app.nest('build')).toEqual({ status: 0, text: '' });
    const { text } = app.boot(ITEM, '/api/acme/v1/items/7?n=11', '/api/acme/v1/items/13');
    const [good, bad, forbidden] = text.trim().split('\n');
    expect(good).toBe(
      '200 {"id":7,"greeting":"Hello World!","n":4,"variant":"teaser","lines":[{"sku":"a","qty":1}]}',
    );
    expect(bad).toMatch(/^400 .*rest_out_of_bounds/);
    expect(forbidden).toMatch(/^401 /);
  });

  it('reports a type without a schema with its position and exits with 1', () => {
    app.edit('src/items.controller.ts', 'variant?: Variant', 'variant?: Map<string, int>');
    const { status, text } = app.nest('build');
    expect(status).toBe(1);
    expect(text).toContain('src/items.controller.ts:28:15 - error');
    expect(text).toContain('RR2001: no schema can express a type (ItemsController.one, variant).');
    expect(text).toContain('Received Map<string, int>.');
  });

  it('is built with declaration files, also of inferred types that were made of int', () => {
    app.write('src/rows.controller.ts', ROWS);
    const { status, text } = app.nest('build');
    expect({ status, text }).toEqual({ status: 0, text: '' });
    const declared = app.read('dist/rows.controller.d.ts');
    expect(declared).toContain('id: number & import("nestjs-rest-routes").WholeNumber');
    expect(app.read('dist/rows.controller.js')).toContain(
      JSON.stringify('"properties":[{"name":"id","type":{"kind":"integer"}}]').slice(1, -1),
    );
    app.write('src/rows.controller.ts', '');
  });

  it('reports a placeholder whose parameter was renamed', () => {
    app.edit('src/items.controller.ts', '    id: int,\n', '    key: int,\n');
    app.edit('src/items.controller.ts', '{ id, greeting', '{ key, greeting');
    const { status, text } = app.nest('build');
    expect(status).toBe(1);
    expect(text).toMatch(/src\/items\.controller\.ts:23:14 - error .*RR1003/);
    expect(text).toMatch(/src\/items\.controller\.ts:34:18 - error .*RR1010/);
  });
});

describe('an incremental build', () => {
  beforeAll(() => app.edit('nest-cli.json', '"deleteOutDir": true', '"deleteOutDir": false'));
  afterAll(() => app.edit('nest-cli.json', '"deleteOutDir": false', '"deleteOutDir": true'));

  it('updates the controller that imports a changed enum as a type', () => {
    expect(app.nest('build').status).toBe(0);
    app.edit('src/variant.ts', "'teaser'", "'brief'");
    expect(app.nest('build')).toEqual({ status: 0, text: '' });
    expect(app.read('dist/items.controller.js')).toContain(
      JSON.stringify('"values":["full","brief"]').slice(1, -1),
    );
    expect(app.boot(ITEM).text).toMatch(/^400 /);
  });

  it('reports a diagnostic again when nothing has changed', () => {
    app.edit('src/variant.ts', "'teaser'", "'x'.length");
    const [first, second] = [app.nest('build'), app.nest('build')];
    expect(first.status).toBe(1);
    expect(first.text).toContain('RR2011');
    expect(second).toEqual(first);
  });

  it('leaves the last output as it is with a diagnostic, reports it once, and writes what has changed after the fix', () => {
    expect(app.nest('build').status).toBe(0);
    const last = app.read('dist/app.service.js');
    app.edit('src/app.service.ts', 'Hello World!', 'Hello Mars!');
    app.edit('src/items.controller.ts', 'variant?: Variant', 'variant?: Map<string, int>');
    const { status, text } = app.nest('build');
    expect(status).toBe(1);
    expect(text).toContain('Found 1 error(s).');
    expect(app.read('dist/app.service.js')).toBe(last);
    app.edit('src/items.controller.ts', 'variant?: Map<string, int>', 'variant?: Variant');
    expect(app.nest('build').status).toBe(0);
    expect(app.read('dist/app.service.js')).toContain('Hello Mars!');
  });

  it('reports old output that hides the signatures of a plugin added later', () => {
    app.edit('nest-cli.json', PLUGIN_LINE, '"plugins": []');
    expect(app.nest('build').status).toBe(0);
    app.edit('nest-cli.json', '"plugins": []', PLUGIN_LINE);
    app.edit('nest-cli.json', '"deleteOutDir": false', '"deleteOutDir": true');
    app.edit('nest-cli.json', PLUGIN_LINE, '"plugins": []');
    expect(app.nest('build').status).toBe(0);
    app.edit('nest-cli.json', '"plugins": []', PLUGIN_LINE);
    app.edit('nest-cli.json', '"deleteOutDir": true', '"deleteOutDir": false');
    const { status, text } = app.nest('build');
    expect(status).toBe(1);
    expect(text).toContain('RR2017');
    expect(text).toContain('.tsbuildinfo');
  });

  it('writes a changed signature with noEmitOnError, by which it is asked for diagnostics first', () => {
    app.edit('nest-cli.json', '"deleteOutDir": false', '"deleteOutDir": true');
    app.edit('tsconfig.json', '"incremental"', '"noEmitOnError": true, "incremental"');
    expect(app.nest('build')).toEqual({ status: 0, text: '' });
    app.edit('nest-cli.json', '"deleteOutDir": true', '"deleteOutDir": false');
    app.edit('src/items.controller.ts', 'variant?: Variant', "variant?: 'one' | 'two'");
    expect(app.nest('build')).toEqual({ status: 0, text: '' });
    expect(app.read('dist/items.controller.js')).toContain(
      JSON.stringify('"values":["one","two"]').slice(1, -1),
    );
    app.edit('tsconfig.json', '"noEmitOnError": true, ', '');
  });
});

describe('without the line in nest-cli.json', () => {
  beforeAll(() => app.edit('nest-cli.json', PLUGIN_LINE, '"plugins": []'));
  afterAll(() => app.edit('nest-cli.json', '"plugins": []', PLUGIN_LINE));

  it('the application does not start and names the missing line', () => {
    expect(app.nest('build').status).toBe(0);
    const { status, text } = app.boot(ITEM);
    expect(status).toBe(1);
    expect(text).toContain('RR1016');
    expect(text).toContain('nest-cli.json');
  });
});

/** It tells where it listens, and when its database is open. */
const MAIN = `import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

const app = await NestFactory.create(AppModule);
await app.listen(0, '127.0.0.1');
console.log('process ' + process.pid + ' is at ' + (await app.getUrl()));
`;

const DATABASE = `import { Injectable } from '@nestjs/common';

@Injectable()
export class AppService {
  constructor() {
    console.log('the database is open');
  }

  getHello(): string {
    return 'Hello World!';
  }
}
`;

describe('a build with a diagnostic', () => {
  it('and with errors of TypeScript reports each once, and writes a class that throws when it is imported', () => {
    app.write('src/app.service.ts', DATABASE);
    app.write('src/main.ts', `${MAIN}export const port: number = 'none';\n`);
    app.edit('src/items.controller.ts', 'variant?: Variant', 'variant?: Map<string, int>');
    const build = app.nest('build');
    expect(build.status).toBe(1);
    expect(build.text).toContain('Found 2 error(s).');
    const { status, text } = app.run('dist/main.js');
    expect(status).toBe(1);
    const lines = text.split('\n');
    const place = lines.findIndex((line) => line.endsWith('src/items.controller.ts:28:15'));
    expect(lines[place + 1]).toBe(
      'RR2001: no schema can express a type (ItemsController.one, variant). Received Map<string, int>.',
    );
    expect(lines[place + 2]).toMatch(/^Use int, number, string, /);
    expect(text).not.toContain('the database is open');
  });
});

describe('"nest start --watch"', () => {
  it.each(['', '"noEmitOnError": true, '])(
    'keeps the old process with a diagnostic, and counts the diagnostic: {%s}',
    async (option) => {
      app.write('src/app.service.ts', DATABASE);
      app.write('src/main.ts', MAIN);
      app.edit('tsconfig.json', '"incremental"', `${option}"incremental"`);
      const child = app.start('--watch');
      try {
        await followChanges(child);
      } finally {
        const ended = new Promise((resolve) => child.once('close', resolve));
        process.kill(-(child.pid ?? 0), 'SIGKILL');
        await ended;
        app.edit('tsconfig.json', `${option}"incremental"`, '"incremental"');
      }
    },
  );
});

async function followChanges(child: ChildProcess): Promise<void> {
  const printed = outputOf(child);
  const [, first, url] = await printed(/process (\d+) is at (\S+)/);
  const isServing = async () => (await fetch(`${url}${ITEM}`)).ok;
  expect(await isServing()).toBe(true);
  app.edit('src/variant.ts', "'teaser'", "'x'.length");
  await printed(/src\/items\.controller\.ts:28:15 - error .*RR2011/);
  await printed(/Found 1 error\. Watching/);
  expect(await isServing()).toBe(true);
  // The diagnostic of a file that is not written stays, and belongs to no other file.
  app.edit('src/app.service.ts', 'Hello World!', 'Hello Mars!');
  await printed(/src\/items\.controller\.ts:28:15 - error .*RR2011/);
  await printed(/Found 1 error\. Watching/);
  expect(await isServing()).toBe(true);
  app.edit('src/variant.ts', "'x'.length", "'brief'");
  await printed(/Found 0 errors\. Watching/);
  const [, second] = await printed(/process (\d+) is at (\S+)/);
  expect(second).not.toBe(first);
  expect(app.read('dist/items.controller.js')).toContain(
    JSON.stringify('"values":["full","brief"]').slice(1, -1),
  );
}

/** Waits until a process prints a text, after all that it was waited for before. */
function outputOf(child: ChildProcess): (wanted: RegExp) => Promise<RegExpExecArray> {
  let text = '';
  let check = (): void => undefined;
  const read = (chunk: Buffer): void => {
    text += chunk.toString();
    check();
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  return (wanted) =>
    new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`The process ended without ${wanted}:\n${plain(text)}`));
      check = () => {
        const found = wanted.exec(plain(text));
        if (found === null) return;
        text = plain(text).slice(found.index + found[0].length);
        child.off('close', fail);
        resolve(found);
      };
      child.once('close', fail);
      check();
    });
}
