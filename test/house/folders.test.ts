import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

/** The most files and folders in a folder of lib. At the top, each is a layer of the table of imports. */
const MOST_ENTRIES = 14;

/** The folder of features: its entries are the features and their lists, and it grows by one entry for each. */
const FEATURES = 'features';

test('a folder of lib has at most 14 files and folders in it', () => {
  const counts = countsOf(join(REPOSITORY, 'lib'));
  expect(counts.size).toBeGreaterThan(50);
  const large = [...counts].filter(
    ([folder, count]) => count > MOST_ENTRIES && folder !== FEATURES,
  );
  expect(large, 'Split the folder.').toEqual([]);
});

/** The entries of each folder below one. */
function countsOf(root: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const folder = entry.parentPath.slice(root.length + 1).replaceAll('\\', '/');
    if (folder !== '') counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}
