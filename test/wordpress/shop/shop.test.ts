import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../cli/support/command-line.js';
import { ADAPTERS, startApplication, useApplication } from '../../support/application.js';
import { REPOSITORY } from '../../support/repository.js';
import { AppModule } from './shop.module.js';

const INDEX = join(REPOSITORY, 'test/wordpress/shop/shop-index.json');

describe.each(ADAPTERS)('the plugin of docs/migrating-from-wordpress.md on %s', (adapter) => {
  const app = useApplication(() => startApplication({ imports: [AppModule] }, { adapter }));

  async function compare(before: string, after: string) {
    const lines: string[] = [];
    const print = (text: string): void => void lines.push(text);
    const code = await run(['compare', before, after], { print, complain: print });
    return { code, lines };
  }

  test('clients lose nothing, according to compare', async () => {
    for (const url of [`${app.url}/wp-json/shop/v1`, `${app.url}/wp-json/`]) {
      expect(await compare(INDEX, url)).toEqual({ code: 0, lines: ['No difference in 2 routes.'] });
    }
  });

  test('the recorded index of another API does', async () => {
    const { code } = await compare(
      join(REPOSITORY, 'test/conformance/wordpress-routes.json'),
      `${app.url}/wp-json/`,
    );
    expect(code).toBe(1);
  });
});

test.each(['test/wordpress/shop/shop.module.ts', 'test/house/recipes/wordpress-user.ts'])(
  'the page shows %s',
  (file) => {
    const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
    expect(read('docs/migrating-from-wordpress.md')).toContain(read(file));
  },
);
