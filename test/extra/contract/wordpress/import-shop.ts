import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { REPOSITORY } from '../../../support/repository.js';
import { createScratch, type Scratch } from '../../../support/scratch/scratch.js';
import { SERVE } from './start-site.js';

const MODULE = `import { Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';
import { SiteModule } from './extra/contract/wordpress/site/site.module.js';
import { siteUser } from './extra/contract/wordpress/site/users.js';
import { WcModule } from './wc/wc.module.js';

@Module({
  imports: [
    RestModule.forRoot({
      namespace: 'app',
      prefix: 'wp-json',
      user: siteUser(process.env['SITE'] ?? ''),
      discovery: { name: 'Shop' },
    }),
    SiteModule,
    WcModule,
  ],
})
export class AppModule {}
`;

/** What a person adds to the top of an imported controller. */
const IMPORTS = `import { RestRequest } from 'nestjs-rest-routes';
import type { Changes } from '../../extra/contract/wordpress/site/records.js';
import { Shop } from '../../extra/contract/wordpress/site/shop.js';
`;

/** What a filled-in method returns: the call of a store of `Shop`. */
type Calls = Readonly<Record<string, string>>;

const DATA = {
  create: 'created({ ...data, ...body })',
  update: 'update(id, { ...data, ...body })',
};

const FILLED: Readonly<Record<string, Calls>> = {
  products: DATA,
  orders: DATA,
  customers: {
    create: 'created({ ...data, email })',
    update: 'update(id, { ...data, email })',
  },
};

/** The same for each. */
const ALIKE: Calls = {
  list: 'page(paging.page, paging.per_page, query.search, ids.include)',
  one: 'find(id)',
  remove: 'remove(id, force)',
  updateBatch: 'change(request.body as Changes)',
};

/** An application whose routes are those of the index of a shop, with products, customers and orders filled in. */
export function importShop(): Scratch {
  const scratch = createScratch({ 'serve.mjs': SERVE }, '--strict');
  const added = scratch.nest('add', 'nestjs-rest-routes', '--skip-install');
  expect(added.status, added.text).toBe(0);
  const index = join(REPOSITORY, 'test/conformance/index-woocommerce.json');
  const command = ['import', index, '--namespace', 'wc/v3', '--no-spec'];
  const imported = scratch.run('node_modules/nestjs-rest-routes/dist/cli/main.js', ...command);
  expect(imported.status, imported.text).toBe(0);
  for (const path of [
    'extra/contract/wordpress/site',
    'house/recipes/woocommerce-keys.ts',
    'house/recipes/application-passwords.ts',
  ]) {
    cpSync(join(REPOSITORY, 'test', path), join(scratch.root, 'src', path), { recursive: true });
  }
  for (const [resource, calls] of Object.entries(FILLED)) fillIn(scratch, resource, calls);
  // Clients put back what they have read: an index does not say that WooCommerce accepts null.
  const data = 'src/wc/products/products.arguments.ts';
  scratch.edit(data, ' stock_quantity?: int;', ' stock_quantity?: int | null;');
  scratch.write('src/app.module.ts', MODULE);
  expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
  return scratch;
}

function fillIn(scratch: Scratch, resource: string, calls: Calls): void {
  const path = `src/wc/${resource}/${resource}.controller.ts`;
  scratch.edit(path, '  updateBatch(', '  updateBatch(request: RestRequest, ');
  scratch.edit(path, '  Callback,', '  Capability,');
  const permitted = scratch
    .read(path)
    .replace(/new Callback\(\w+\.\w+\)/g, "new Capability('manage_woocommerce')")
    .replace(/\n {2}\/\*\* Denies everyone .*\n.*\n.*\n {2}\}\n/g, '')
    .replace(/^export class \w+ \{$/m, '$&\n  constructor(private readonly shop: Shop) {}\n');
  scratch.write(path, `${IMPORTS}${permitted}`);
  for (const [method, call] of Object.entries({ ...ALIKE, ...calls })) {
    const head = new RegExp(`\\n {2}${method}\\([^]*?: unknown \\{\\n`).exec(scratch.read(path));
    if (head === null) throw new Error(`${path} has no ${method}.`);
    const [start] = head;
    const todo = "    throw new RestException('not_implemented', 'Not implemented yet.', 501);\n";
    scratch.edit(path, `${start}${todo}`, `${start}    return this.shop.${resource}.${call};\n`);
  }
}
