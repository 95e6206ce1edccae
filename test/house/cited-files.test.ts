import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';
import { allPages, pageExists } from './docs/pages.js';
import { readSource, sourcesOf } from './library.js';

/** From the root of the repository, from `lib`, and from `lib/features`. */
const BASES = ['', 'lib/', 'lib/features/'];

const FOLDERS = new Set(
  BASES.flatMap((base) =>
    readdirSync(join(REPOSITORY, base), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  ),
);

const COMMENT = /\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** `compiler/signatures/read-class.ts`; the path after a `/`, a `.` or an `@` is one of an application. */
const CITED = /(?<![\w./@{<-])(?:[\w.-]+\/)+[\w.-]+\.(?:ts|mjs|cjs|md|json)\b(?![\w/(-])/g;

/** They are in the folder of an application that a page or a comment describes. */
const OF_APPLICATIONS = /^(?:src|dist|apps|node_modules)\/|^test\/jest-e2e\.json$/;

/** Made by a command, or an example of a name. */
const EXAMPLES = new Set([
  'sample/shop/client/openapi.json',
  'lib/schema/patterns/x.ts',
  'lib/platform/uploads/x.ts',
  'caching/example-42.ts',
  'features/delay/index.ts',
  'docs/delay.md',
]);

function missingIn(text: string, folder: string): readonly string[] {
  const cited = [...text.matchAll(CITED)].map(([path]) => path);
  return cited.filter((path) => {
    const [first = ''] = path.split('/');
    if (!FOLDERS.has(first) || OF_APPLICATIONS.test(path) || EXAMPLES.has(path)) return false;
    return ![...BASES, `${folder}/`].some((base) => pageExists(posix.join(base, path)));
  });
}

const commentsOf = (text: string) => (text.match(COMMENT) ?? []).join('\n');

test('the files that comments of the sources name are there', () => {
  const sources = (['lib', 'test'] as const).flatMap(sourcesOf);
  const missing = sources.flatMap((path) =>
    missingIn(commentsOf(readSource(path)), posix.dirname(path)).map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the files of the repository that the pages name are there', () => {
  const missing = allPages().flatMap(({ path, text }) =>
    missingIn(text, posix.dirname(path)).map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

const NONE = 'none.rules.ts';

test('a file that is not there is found, and one of an application is not looked for', () => {
  const comment = `
    // See compiler/signatures/read-class.ts, test/house/library.ts and caching/index.ts of the features.
    const text = 'routes/none.ts';
    /** See \`routes/rules/${NONE}\`, and src/main.ts. */
  `;
  expect(missingIn(commentsOf(comment), 'lib')).toEqual([`routes/rules/${NONE}`]);
});
