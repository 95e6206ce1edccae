import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from './repository.js';

/** A relative import of a file of `test`. */
const IMPORTED = /\b(?:from |import\()'(\.[^']+)\.js'/g;

/** The files of tests, by their path from the repository. Those of the samples have the names that `nest new` gives. */
export function testFiles(): readonly string[] {
  return [...filesIn('test', '.test.ts'), ...filesIn('sample', 'spec.ts')]
    .filter((name) => !/\/node_modules\/|^test\/bench\//.test(name))
    .toSorted();
}

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/**
 * Whether the tests of a file run on the adapters of the project: it names `ADAPTERS`, or imports a file of `test` that
 * does. The others run once: no adapter changes them, or they name the adapters that they compare.
 */
export function asksForAdapters(file: string): boolean {
  // Where they are defined.
  const others = [...reachedFrom(file)].filter((one) => one !== 'test/support/application.ts');
  return others.some((one) => /\bADAPTERS\b/.test(readText(one)));
}

/** Whether a project may run a part of a file. */
export function asksForExtent(file: string): boolean {
  return reachedFrom(file).has('test/support/extent.ts');
}

/**
 * Whether the applications of a file have the parts that applications usually have (`usual-application.ts`), but in the
 * project `bare`. A file that needs applications without them says why in a comment.
 */
export function hasUsualParts(file: string): boolean {
  return reachedFrom(file).has('test/support/application.ts') && !BARE.test(readText(file));
}

const BARE = /^\/\/ Without the usual parts: \S/m;

/** A file and the files of `test` that it imports, and so on. */
function reachedFrom(file: string): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const one of reached) {
    for (const [, path = ''] of readText(one).matchAll(IMPORTED)) {
      const imported = join(dirname(one), `${path}.ts`).replaceAll('\\', '/');
      if (imported.startsWith('test/')) reached.add(imported);
    }
  }
  return reached;
}

/** An import may name another kind of file. */
function readText(file: string): string {
  try {
    return readFileSync(join(REPOSITORY, file), 'utf8');
  } catch {
    return '';
  }
}
