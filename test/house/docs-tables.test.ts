import type { ValidationPipeOptions } from '@nestjs/common';
import { expect, test } from 'vitest';
import { readText } from './docs/pages.js';
import { firstColumn, membersOf, section, subheadings } from './docs/tables.js';

const PAGE = 'docs/configuration.md';
const page = readText(PAGE);

/** A heading, and the type whose members the table below it lists. */
const TABLES: readonly (readonly [heading: string, [path: string, name: string]])[] = [
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
  const listed = TABLES.map(([heading]) => rows(heading, firstColumn(section(page, heading, 3))));
  const declared = TABLES.map(([heading, [path, name]]) => rows(heading, membersOf(path, name)));
  const how =
    `Edit the table in ${PAGE}, one row for each member of the type that TABLES names: ` +
    'its name, its meaning, and its default with the unit. The README has no tables of options.';
  expect(listed, how).toEqual(declared);
});

function rows(heading: string, names: readonly string[]): object {
  return { heading, names: names.toSorted() };
}

test(`${PAGE} has a heading for each option of RestModule.forRoot, and no other`, () => {
  const listed = subheadings(section(page, '`RestModule.forRoot`'));
  const declared = membersOf('lib/nest/options/rest-options.ts', 'RestModuleOptions');
  const how = `Edit ${PAGE}: a heading, what the option does, and its default with the unit.`;
  expect(listed.toSorted(), how).toEqual(declared.toSorted());
});

test(`${PAGE} lists every option of OpenApiModule.forRoot, and no other`, () => {
  const listed = firstColumn(section(page, '`OpenApiModule.forRoot`'));
  const declared = membersOf('lib/openapi/open-api-module.ts', 'OpenApiModuleOptions');
  expect(listed.toSorted(), `Edit the last table in ${PAGE}.`).toEqual(declared.toSorted());
});

/** Each option of Nest's ValidationPipe: the types fail when Nest has another one. */
const PIPE_OPTIONS: Readonly<Record<keyof ValidationPipeOptions, true>> = {
  transform: true,
  whitelist: true,
  validationError: true,
  enableDebugMessages: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  validateCustomDecorators: true,
  transformOptions: true,
  groups: true,
  always: true,
  strictGroups: true,
  skipMissingProperties: true,
  skipNullProperties: true,
  skipUndefinedProperties: true,
  disableErrorMessages: true,
  dismissDefaultMessages: true,
  stopAtFirstError: true,
  errorHttpStatusCode: true,
  exceptionFactory: true,
  errorFormat: true,
  maxErrorMessagesLength: true,
  expectedType: true,
  validatorPackage: true,
  transformerPackage: true,
};

test('the page on adoption lists every option of ValidationPipe, and no other', () => {
  const table = section(readText('docs/adopt-one-part-at-a-time.md'), 'Options of ValidationPipe');
  const listed = firstColumn(table).map((name) => name.replace(/:.*/, ''));
  expect(listed.toSorted()).toEqual(Object.keys(PIPE_OPTIONS).toSorted());
});
