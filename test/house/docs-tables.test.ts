import { expect, test } from 'vitest';
import { OPTIONS } from '../convert/moved/options.js';
import { readText } from './docs/pages.js';
import { firstColumn, membersOf, section } from './docs/tables.js';

const PAGE = 'docs/configuration.md';
const page = readText(PAGE);

/** A heading, and the type whose members the table below it lists. */
const TABLES: readonly (readonly [heading: string, [path: string, name: string]])[] = [
  ['`RestModule.forRoot`', ['lib/nest/options/rest-options.ts', 'RestModuleOptions']],
  ['`discovery`', ['lib/nest/options/option-groups.ts', 'DiscoveryOptions']],
  ['`embed`', ['lib/nest/options/option-groups.ts', 'EmbedOptions']],
  ['`uploads`', ['lib/nest/options/option-groups.ts', 'RestUploadsOptions']],
  ['`cache`', ['lib/nest/options/option-groups.ts', 'RestCacheOptions']],
  ['`cache.memory`', ['lib/nest/options/option-groups.ts', 'RestCacheMemory']],
  ['`@Cache`', ['lib/routes/declaration/route-declaration.ts', 'CacheOptions']],
  ['`@RestRoute`', ['lib/routes/declaration/route-declaration.ts', 'RestRouteOptions']],
  ['`@Param`', ['lib/routes/declaration/param-options.ts', 'ParamOptions']],
  ['`@ListOf`', ['lib/routes/declaration/param-options.ts', 'ListLimits']],
];

test(`${PAGE} lists every option of each table, and no other`, () => {
  const listed = TABLES.map(([heading]) => rows(heading, firstColumn(section(page, heading))));
  const declared = TABLES.map(([heading, [path, name]]) => rows(heading, membersOf(path, name)));
  const how =
    `Edit the table in ${PAGE}, one row for each member of the type that TABLES names: ` +
    'its name, its meaning, and its default with the unit. The README has no tables of options.';
  expect(listed, how).toEqual(declared);
});

function rows(heading: string, names: readonly string[]): object {
  return { heading, names: names.toSorted() };
}

test(`${PAGE} lists every option of OpenApiModule.forRoot, and no other`, () => {
  const listed = firstColumn(section(page, '`OpenApiModule.forRoot`'));
  const declared = membersOf('lib/openapi/api-reference.ts', 'OpenApiModuleOptions');
  expect(listed.toSorted(), `Edit the last table in ${PAGE}.`).toEqual(declared.toSorted());
});

test('the page on adoption says of every option of ValidationPipe whether a DTO stays with Nest', () => {
  const [, table = ''] = readText('docs/adopt-one-part-at-a-time.md').split('### Options of V');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const stated = Object.keys(OPTIONS).map((name) => {
    const own = rows.filter((row) => new RegExp(`\`${name}\\b`).test(row.split(' | ')[0] ?? ''));
    const stays = own.some((row) => row.split(' | ')[1]?.startsWith('stays with Nest'));
    return [name, own.length === 0 ? 'missing' : stays ? 'stays' : 'arguments'];
  });
  expect(stated).toEqual(Object.entries(OPTIONS).map(([name, [, dto]]) => [name, dto]));
});
