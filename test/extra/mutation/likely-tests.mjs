// The tests that are likely to find a fault in a file of `lib`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** More of them would take as long as all tests. */
const MOST = 30;

/** Words of a path that say nothing. */
const EVERYWHERE = new Set(['lib', 'test', 'ts', 'of', 'the', 'and', 'to', 'for', 'a', 'with']);

/** Files of tests by how many words of the path they share with it, in their own path or in their imports of `lib`. */
export function likelyTests(folder, path) {
  const wanted = wordsOf(path.replace(/^lib\//, ''));
  const module = path.replace(/\.ts$/, '.js');
  return readdirSync(join(folder, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({ file, score: scoreOf(folder, file, wanted, module) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ file }) => file);
}

function scoreOf(folder, file, wanted, module) {
  const own = wordsOf(file);
  const shared = [...wanted].filter((word) => own.has(word)).length;
  const imports = readFileSync(join(folder, file), 'utf8').includes(module) ? 3 : 0;
  return shared + imports;
}

/** `lib/caching/cache-lookup.ts` as caching, cach and lookup: plurals count too. */
function wordsOf(path) {
  const words = path
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2 && !EVERYWHERE.has(word));
  return new Set(words.map((word) => word.replace(/(?:ing|ed|es|e|s)$/, '')));
}
