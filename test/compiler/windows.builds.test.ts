import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import restRoutesLoader from 'nestjs-rest-routes/loader';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';
import { CORPUS, casesOf, type Case } from './support/corpus.js';
import { createProducers, type Produce } from './support/producers.js';
import { controllerOf, createTemporaryProject } from './support/temporary-project.js';

/** As editors on Windows write a file, and Git checks one out there. */
const asOnWindows = (text: string): string => `\ufeff${text.replaceAll('\n', '\r\n')}`;

/** The same in both, whatever the line ends and the folder are. */
const comparable = (text: string, root: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(root, '');

/** The text with its signatures, or the diagnostics. */
async function attached(produce: Produce, one: Case): Promise<string> {
  try {
    return await produce(one);
  } catch (error) {
    return (error as Error).message;
  }
}

describe('sources with line ends of Windows and a byte order mark', () => {
  let folder: string;
  let root: string;
  let vite: Produce;
  let windows: readonly Produce[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rest-routes-windows-'));
    root = join(folder, 'corpus');
    cpSync(CORPUS, root, { recursive: true });
    symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const path = join(root, name);
      if (name.endsWith('.ts')) writeFileSync(path, asOnWindows(readFileSync(path, 'utf8')));
    }
    writeFileSync(join(root, 'tsconfig.json'), tsconfig());
    const echo = join(folder, 'echo.cjs');
    writeFileSync(echo, 'module.exports = { process: (code) => ({ code }) };\n');
    vite = (await createProducers(echo)).vite;
    windows = Object.values(await createProducers(echo, root));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const cases = [...casesOf('valid'), ...casesOf('invalid')].map((one, at) => ({ ...one, at }));

  // Each producer in turn: corpus-producers.builds.test.ts has what all of them make of each case.
  test.each(cases)(
    '$name has the same signatures, or the same diagnostics at the same places',
    async ({ at, ...one }) => {
      const path = one.path.replace(CORPUS, root);
      const twin = { ...one, path, text: readFileSync(path, 'utf8') };
      expect(twin.text).toMatch(/^\ufeff[^]*\r\n/);
      const produce = windows[at % windows.length] ?? vite;
      const text = comparable(await attached(produce, twin), root);
      expect(text).toBe(comparable(await attached(vite, one), CORPUS));
    },
  );
});

/** That of the corpus, whose paths are relative to it. */
function tsconfig(): string {
  const paths = {
    'nestjs-rest-routes': [join(REPOSITORY, 'lib/index.ts')],
    '@shared/*': ['./shared/*'],
  };
  return JSON.stringify({
    extends: join(CORPUS, 'tsconfig.json'),
    compilerOptions: { paths },
    include: ['.'],
  });
}

test('a path with backslashes names the file whose text a bundler has changed', async () => {
  const project = createTemporaryProject('module', {
    'items.ts': controllerOf('.js'),
    'kind.ts': "export type Kind = 'one' | 'two';\n",
  });
  const compiler: { modifiedFiles?: ReadonlySet<string> } = {};
  const backslashes = (name: string): string => project.pathOf(name).replaceAll('/', '\\');
  const load = (code: string): Promise<string> =>
    restRoutesLoader.call(
      {
        resourcePath: backslashes('items.ts'),
        rootContext: project.root,
        _compiler: compiler,
        addDependency: () => undefined,
        getOptions: () => ({}),
      },
      code,
    );
  try {
    expect(await load(controllerOf('.js'))).toMatch(/one.{1,12}two/);
    // Another loader has changed the text before ours gets it.
    expect(await load(controllerOf('.js').replace('kind: Kind', 'sort: Kind'))).toContain(
      'name\\":\\"sort',
    );
    // The watcher of a bundler names the other file.
    project.write('kind.ts', "export type Kind = 'three' | 'four';\n");
    compiler.modifiedFiles = new Set([backslashes('kind.ts')]);
    expect(await load(controllerOf('.js'))).toMatch(/three.{1,12}four/);
  } finally {
    project.dispose();
  }
});
