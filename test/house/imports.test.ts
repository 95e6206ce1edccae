import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';
import { readSource, sourcesOf, parseSource } from './library.js';

/** What each folder of `lib/` may import. `types` lists folders of which it may use types only. */
const TABLE: Readonly<
  Record<string, { readonly values: readonly string[]; readonly types?: readonly string[] }>
> = {
  shared: { values: [] },
  schema: { values: ['shared'] },
  diagnostics: { values: ['schema', 'shared'] },
  types: { values: ['schema', 'diagnostics', 'shared'] },
  routes: {
    values: ['routes/rules', 'types', 'schema', 'diagnostics', 'shared'],
  },
  // Checks at startup and at build, which a request does not reach.
  'routes/rules': { values: ['routes', 'types', 'schema', 'diagnostics', 'shared'] },
  routing: { values: ['routes', 'types', 'schema', 'diagnostics', 'shared'] },
  lifecycle: {
    values: ['routing', 'routes', 'types', 'schema', 'diagnostics', 'shared'],
  },
  decorators: { values: ['routes', 'types', 'schema', 'diagnostics', 'shared'] },
  platform: {
    values: ['lifecycle', 'routing', 'routes', 'types', 'schema', 'diagnostics', 'shared'],
  },
  nest: {
    values: [
      'platform',
      'lifecycle',
      'decorators',
      'routing',
      'routes/rules',
      'routes',
      'types',
      'schema',
      'diagnostics',
      'shared',
    ],
  },
  // Behind the doors of the core. Which feature may import another one is in `PAIRS`.
  features: {
    values: [
      'nest',
      'platform',
      'lifecycle',
      'decorators',
      'routing',
      'routes',
      'types',
      'schema',
      'diagnostics',
      'shared',
    ],
  },
  // Of the features, it knows their options of routes.
  compiler: {
    values: ['features', 'routes/rules', 'routes', 'types', 'schema', 'diagnostics', 'shared'],
  },
  openapi: { values: ['routes', 'types', 'schema', 'diagnostics', 'shared'] },
  // A tool has the schemas of an OpenAPI document.
  mcp: { values: ['openapi', 'routes', 'schema', 'diagnostics', 'shared'] },
  // It makes applications of the library, with what every application imports.
  testing: { values: ['index.ts', 'routes', 'types', 'diagnostics', 'shared'] },
  // The compiler side reads the code that an import must not overwrite.
  wordpress: { values: ['compiler', 'routes', 'types', 'schema', 'diagnostics', 'shared'] },
  cli: {
    values: [
      'wordpress',
      'openapi',
      'compiler',
      'routes',
      'types',
      'schema',
      'diagnostics',
      'shared',
    ],
  },
  schematics: { values: ['wordpress', 'compiler', 'diagnostics', 'shared'] },
};

/** The packages that each folder may import, beside Node's own. What is not here imports none. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  diagnostics: ['@nestjs/common'],
  lifecycle: ['@nestjs/common', 'rxjs'],
  decorators: ['@nestjs/common', '@nestjs/core'],
  platform: ['@nestjs/common', '@nestjs/core', 'raw-body'],
  nest: ['@nestjs/common', '@nestjs/core', 'class-transformer', 'class-validator', 'rxjs'],
  features: [
    '@nestjs/common',
    '@nestjs/core',
    'cache-manager',
    'class-transformer',
    'class-validator',
    'file-type',
    'lru-cache',
    'rxjs',
  ],
  openapi: ['@nestjs/common', '@nestjs/core'],
  mcp: ['@nestjs/common', '@nestjs/core', '@modelcontextprotocol/server'],
  cli: ['@nestjs/common', '@nestjs/core', 'reflect-metadata'],
  testing: [
    '@nestjs/common',
    '@nestjs/core',
    '@nestjs/testing',
    '@nestjs/platform-express',
    '@nestjs/platform-fastify',
  ],
  schematics: [
    '@angular-devkit/core',
    '@angular-devkit/schematics',
    '@nestjs/schematics',
    'jsonc-parser',
  ],
  compiler: ['#typescript', 'vite'],
};

/** The tools: of the rest of lib, they know a program and source edits, descriptions, and the vocabulary. */
const TOOLS = ['cli', 'mcp', 'openapi', 'schematics', 'testing', 'wordpress'];

/** The files through which the tools do. A helper behind them is not for tools. */
const DOORS = [
  'compiler/list-files.ts',
  'compiler/program/check-texts.ts',
  'compiler/program/typescript.ts',
  'compiler/syntax/decorators.ts',
  'compiler/syntax/nodes.ts',
  'compiler/syntax/text-edits.ts',
  'routes/api-description.ts',
  'routes/declaration/permission.ts',
  'routes/declaration/route-declaration.ts',
  'routes/definition/return-description.ts',
  'routes/file-content.ts',
  'routes/paths/match-pattern.ts',
  'routes/paths/match-relation.ts',
  'routes/paths/path-pattern.ts',
  'routes/recorder.ts',
  'routes/route-description.ts',
  'schema/schema.ts',
  'schema/vocabulary.ts',
];

/** The files and folders of `lib/nest` on which exploration is built: each imports those before it only, and its own. */
const EXPLORATION = [
  'internals.ts',
  'container.ts',
  'options',
  'doors.ts',
  'signatures',
  'exploration',
];

/** The files and folders of `lib/nest`: each imports those before it only, and its own. */
const HOST = [...EXPLORATION, 'enhancers', 'composition', 'module'];

/** The folders of lib that exploration imports: it makes routes, and knows nothing of requests. */
const BELOW_EXPLORATION: ReadonlySet<string> = new Set([
  'decorators',
  'routes/rules',
  'routes',
  'types',
  'schema',
  'diagnostics',
  'shared',
]);

/** The files and folders of `lib/lifecycle`: each imports those before it only, and its own. */
const LIFECYCLE = [
  'messages',
  'request-context.ts',
  'endpoint.ts',
  'extension.ts',
  'bind.ts',
  'schema-validator.ts',
  'responses',
  'permissions',
  'steps',
  'lifecycle.ts',
  'pipeline.ts',
  'unserved.ts',
  'dispatcher.ts',
  'sub-requests',
];

/** The files that name features, and the files that may import them. */
const FEATURE_LISTS: Readonly<Record<string, readonly string[]>> = {
  'features/features.ts': ['nest/module/rest.module.ts'],
  'features/route-options.ts': [
    'compiler/declarations/read-route.ts',
    'compiler/signatures/controller-part.ts',
  ],
};

/** The part of the list that a feature imports. */
const ERROR_LIST = 'features/error-features.ts';

/**
 * The files of the core that still import a feature, and which. `index.ts` exports what users name. The list only gets
 * shorter.
 */
const CORE_EXCEPTIONS: readonly string[] = [];

/** The features that may import another one, with the reason. */
const PAIRS: Readonly<Record<string, string>> = {
  'idempotency → caching': 'Responses for repetitions are in the store of the cache.',
  'plain → caching': 'RestCacheInterceptor caches plain handlers in the store of routes.',
  'plain → error-features.ts': 'RestExceptionFilter has the formats of errors without RestModule.',
};

/** Where files still know one another through types, with the reason. The list only gets shorter. */
const TYPE_CYCLES: readonly { readonly within: RegExp; readonly reason: string }[] = [
  {
    within: /^lifecycle\/(?:endpoint|request-context)\.ts$/,
    reason: 'the context of a request has its endpoint, whose functions take the context',
  },
];

interface Import {
  readonly from: string;
  /** A file of lib, or the name of a package. */
  readonly to: string;
  /** As it is written. */
  readonly specifier: string;
  readonly isPackage: boolean;
  readonly isType: boolean;
}

const files = sourcesOf('lib').map((path) => path.slice('lib/'.length));
const imports = files.flatMap((name) => importsOf(name, read(name)));

test('every folder of lib is in the table', () => {
  const folders = new Set(files.filter((name) => name.includes('/')).map(folderOf));
  expect([...folders].toSorted()).toEqual(Object.keys(TABLE).toSorted());
});

test('imports point down the table', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(violations(imports)).toEqual([]);
});

test('no file of the core imports a feature', () => {
  expect(importsOfFeatures(imports)).toEqual(CORE_EXCEPTIONS);
  const text = "import { batchRoutes } from '../features/batch/rest-batch.js';";
  expect(importsOfFeatures(importsOf('lifecycle/x.ts', text))).toEqual(['lifecycle/x.ts → batch']);
  const list = "import { FEATURE_LIST } from '../../features/features.js';";
  expect(importsOfFeatures(importsOf('nest/module/x.ts', list))).toHaveLength(1);
});

test('a feature imports other features only where the table says so', () => {
  expect(importsBetweenFeatures(imports)).toEqual(Object.keys(PAIRS));
  const text = "import { etagOf } from '../caching/engine/entry.js'; import '../features.js';";
  expect(importsBetweenFeatures(importsOf('features/embed/x.ts', text))).toEqual([
    'embed → caching',
    'embed → features.ts',
  ]);
});

test('the lists of features name each folder once, through its door', () => {
  const lists = new Set(['features/features.ts', ERROR_LIST]);
  const named = imports.filter(
    ({ from, to }) => lists.has(from) && isFeature(to) && to !== ERROR_LIST,
  );
  const folders = new Set(files.map(featureOf).filter((name) => name !== undefined));
  expect(named.map(({ to }) => to).toSorted()).toEqual(
    [...folders].map((name) => `features/${name}/index.ts`).toSorted(),
  );
});

test('imports within lifecycle point one way', () => {
  const within = imports.filter(({ from, to }) => [from, to].every(isOfLifecycle));
  expect(within.length).toBeGreaterThan(100);
  expect(new Set(within.map(({ from }) => roomOf(from)))).toEqual(new Set(LIFECYCLE));
  expect(upward(within, LIFECYCLE)).toEqual([]);
});

test('an import of lifecycle that points up is found', () => {
  const text = "import type { a } from '../steps/a.step.js'; import { b } from '../messages/b.js';";
  expect(upward(importsOf('lifecycle/responses/x.ts', text), LIFECYCLE)).toEqual([
    'lifecycle/responses/x.ts → lifecycle/steps/a.step.ts',
  ]);
});

test('the tools import the rest of lib through its doors', () => {
  const ofTools = imports.filter(({ from }) => TOOLS.includes(folderOf(from)));
  const entered = ofTools
    .map(({ to }) => to)
    .filter((to) => /^(?:compiler|routes|schema)\//.test(to));
  expect([...new Set(entered)].toSorted()).toEqual(DOORS);
  const text = "import type { RestModuleOptions } from '../nest/options/rest-options.js';";
  expect(TOOLS.flatMap((tool) => violations(importsOf(`${tool}/x.ts`, text)))).toEqual(
    TOOLS.map((tool) => `${tool}/x.ts → nest`),
  );
});

test('imports within nest point one way', () => {
  const own = imports.filter(({ from }) => from.startsWith('nest/'));
  const within = own.filter(({ to }) => to.startsWith('nest/'));
  expect(within.length).toBeGreaterThan(50);
  expect(new Set(own.map(({ from }) => roomOf(from)))).toEqual(new Set(HOST));
  expect(upward(within, HOST)).toEqual([]);
});

test('exploration imports nothing above it', () => {
  const rooms = imports.filter(({ from }) => isUpToExploration(from));
  expect(new Set(rooms.map(({ from }) => roomOf(from)))).toEqual(new Set(EXPLORATION));
  expect(
    upward(
      rooms.filter(({ to }) => to.startsWith('nest/')),
      EXPLORATION,
    ),
  ).toEqual([]);
  expect(aboveExploration(imports)).toEqual([]);
});

test('an import of exploration that points up is found', () => {
  const text =
    "import { a } from '../module/a.js'; import { b } from '../options/b.js'; import '../../lifecycle/c.js';";
  const found = importsOf('nest/exploration/x.ts', text);
  expect(upward(found.slice(0, 2), EXPLORATION)).toEqual([
    'nest/exploration/x.ts → nest/module/a.ts',
  ]);
  expect(aboveExploration(found)).toEqual(['nest/exploration/x.ts → lifecycle']);
});

test('an import that points up is found', () => {
  const text =
    "import { x } from '../../nest/module/rest.module.js';\nimport type { y } from '../dispatch.js';";
  expect(violations(importsOf('schema/types/x.ts', text))).toEqual(['schema/types/x.ts → nest']);
  const typed =
    "import type { a } from '../lifecycle/request-context.js'; import { b } from '../lifecycle/request-context.js';";
  expect(violations(importsOf('decorators/x.ts', typed))).toEqual(['decorators/x.ts → lifecycle']);
});

test('each folder imports the packages that it is meant to, and no others', () => {
  expect(strangers(imports)).toEqual([]);
  const text =
    "import { Module } from '@nestjs/core/internal';\nimport { readFileSync } from 'node:fs';";
  expect(strangers(importsOf('schema/x.ts', text))).toEqual(['schema/x.ts → @nestjs/core']);
});

test('no peer is a tool that only builds and tests need: npm would keep it in production', () => {
  const { peerDependencies } = JSON.parse(
    readFileSync(join(REPOSITORY, 'package.json'), 'utf8'),
  ) as { readonly peerDependencies: object };
  const packagesOf = (folders: readonly string[]) => folders.flatMap((one) => PACKAGES[one] ?? []);
  const tools = ['compiler', 'schematics', 'testing'];
  const served = packagesOf(Object.keys(PACKAGES).filter((one) => !tools.includes(one)));
  const adapters = Object.keys(peerDependencies).filter((one) =>
    one.startsWith('@nestjs/platform-'),
  );
  const peers = Object.keys(peerDependencies);
  expect(peers.filter((one) => ![...served, ...adapters].includes(one))).toEqual([]);
  expect(packagesOf(tools)).toEqual(expect.arrayContaining(['vite', '@nestjs/testing']));
});

test('only one file imports the compiler', () => {
  expect(imports.filter(({ to }) => to === '#typescript').map(({ from }) => from)).toEqual([
    'compiler/program/typescript.ts',
  ]);
});

test("schematics take packages of Nest's schematics from these, of which an application knows", () => {
  const direct = imports.filter(
    ({ to, isType }) => /^(?:@angular-devkit\/|jsonc-parser$)/.test(to) && !isType,
  );
  expect(direct.map(({ from }) => from)).toEqual([]);
});

test('one file only imports modules that other packages do not publish', () => {
  expect(imports.filter(isUnpublished).map(({ from }) => from)).toContain('nest/internals.ts');
  const others = imports.filter((one) => isUnpublished(one) && one.from !== 'nest/internals.ts');
  expect(others.map(({ from, specifier }) => `${from} → ${specifier}`)).toEqual([]);
});

test('an import of a module that a package does not publish is found', () => {
  const text = `
    import { Injector } from '@nestjs/core/internal';
    import { RouterModule } from '@nestjs/core';
    const storage = await import('class-transformer/cjs/storage.js' as string);
    import { validate } from 'class-validator';
    import './x.js';
  `;
  expect(
    importsOf('nest/x.ts', text)
      .filter(isUnpublished)
      .map(({ specifier }) => specifier),
  ).toEqual(['@nestjs/core/internal', 'class-transformer/cjs/storage.js']);
});

test('no file imports itself through types, outside the documented cases', () => {
  const isKnown = (name: string) => TYPE_CYCLES.some(({ within }) => within.test(name));
  expect(filesInCycles(imports).filter((name) => !isKnown(name))).toEqual([]);
});

test('a cycle through types is found with all its files', () => {
  const cycle = [
    ...importsOf('schema/a.ts', "import { b } from './types/b.js';"),
    ...importsOf('schema/types/b.ts', "export type { c } from '../c.js';"),
    ...importsOf('schema/c.ts', "import { a } from './a.js';\nimport './d.js';"),
  ];
  expect(filesInCycles(cycle)).toEqual(['schema/a.ts', 'schema/types/b.ts', 'schema/c.ts']);
});

test('an entry point only lists names', () => {
  const others = [
    'index.ts',
    'testing/testing.ts',
    'openapi/openapi.ts',
    'compiler/integrations/nest-cli/plugin.ts',
  ].flatMap((name) =>
    parseSource(name, read(name)).statements.filter((statement) => !isListOfNames(statement)),
  );
  expect(others.map((statement) => statement.getText())).toEqual([]);
});

test('lib has no export of everything, no mutable module state and no suppression of a lint rule', () => {
  const broken = files.map((name) => ({
    name,
    habits: habitsBroken(parseSource(name, read(name))),
  }));
  expect(broken.filter(({ habits }) => habits.length > 0)).toEqual([]);
});

test('forbidden code is found', () => {
  const text = `
    export * from './a.js';
    let count = 0;
    const c = count instanceof Promise;
    // oxlint-disable-next-line
  `;
  expect(habitsBroken(parseSource('x.ts', text))).toEqual([
    'export *',
    'let of the module',
    'instanceof Promise',
    'suppression',
  ]);
});

/** What oxlint has no rule for: it cannot forbid the comments that switch it off. */
function habitsBroken(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.exportClause === undefined)
      found.push('export *');
    if (
      ts.isVariableStatement(statement) &&
      !(statement.declarationList.flags & ts.NodeFlags.Const)
    ) {
      found.push('let of the module');
    }
  }
  const visit = (node: ts.Node): void => {
    // A query builder is no instance of it: `shared/promises.ts` says what is waited for.
    if (isPromiseTest(node) && source.fileName !== 'shared/promises.ts')
      found.push('instanceof Promise');
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (/(?:oxlint|eslint)-disable/.test(source.text)) found.push('suppression');
  return found;
}

function isPromiseTest(node: ts.Node): boolean {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
    node.right.getText() === 'Promise'
  );
}

function violations(imports: readonly Import[]): readonly string[] {
  const wrong = imports.filter(({ from, to, isPackage, isType }) => {
    const allowed = TABLE[folderOf(from)];
    // The entry of the package names what it exports, wherever that is. Imports of features have their own test.
    if (isPackage || allowed === undefined || folderOf(from) === folderOf(to)) return false;
    if (isFeature(to)) return false;
    return (
      !allowed.values.includes(folderOf(to)) &&
      !(isType && allowed.types?.includes(folderOf(to)) === true)
    );
  });
  return [...new Set(wrong.map(({ from, to }) => `${from} → ${folderOf(to)}`))];
}

/** The feature to which a file belongs. */
function featureOf(name: string): string | undefined {
  const [folder, feature = '', ...rest] = name.split('/');
  return folder === 'features' && rest.length > 0 ? feature : undefined;
}

function isFeature(name: string): boolean {
  return name.startsWith('features/');
}

function importsOfFeatures(all: readonly Import[]): readonly string[] {
  const found = all
    .filter(({ from, to }) => isFeature(to) && !isFeature(from) && from !== 'index.ts')
    .filter(({ from, to }) => FEATURE_LISTS[to]?.includes(from) !== true)
    .map(({ from, to }) => `${from} → ${featureOf(to) ?? to}`);
  return [...new Set(found)].toSorted();
}

function importsBetweenFeatures(all: readonly Import[]): readonly string[] {
  const found = all.flatMap(({ from, to }) => {
    const [importer, imported] = [featureOf(from), featureOf(to) ?? to.split('/')[1]];
    const isBetween = isFeature(to) && importer !== undefined && importer !== imported;
    return isBetween ? [`${importer} → ${imported}`] : [];
  });
  return [...new Set(found)].toSorted();
}

function isOfLifecycle(name: string): boolean {
  return name.startsWith('lifecycle/');
}

function roomOf(name: string): string {
  return name.split('/')[1] ?? '';
}

function isUpToExploration(name: string): boolean {
  return name.startsWith('nest/') && EXPLORATION.includes(roomOf(name));
}

function aboveExploration(imports: readonly Import[]): readonly string[] {
  return imports
    .filter(({ from, isPackage }) => from.startsWith('nest/exploration/') && !isPackage)
    .map(({ from, to }) => ({ from, folder: folderOf(to) }))
    .filter(({ folder }) => folder !== 'nest' && !BELOW_EXPLORATION.has(folder))
    .map(({ from, folder }) => `${from} → ${folder}`);
}

/** @param order The files and folders of one folder. What is not listed is above them. */
function upward(within: readonly Import[], order: readonly string[]): readonly string[] {
  const place = (name: string): number => {
    const at = order.indexOf(roomOf(name));
    return at === -1 ? order.length : at;
  };
  const isKnown = (name: string) => TYPE_CYCLES.some(({ within: files }) => files.test(name));
  return within
    .filter(({ from, to }) => place(to) > place(from) && !(isKnown(from) && isKnown(to)))
    .map(({ from, to }) => `${from} → ${to}`);
}

function strangers(imports: readonly Import[]): readonly string[] {
  return imports
    .filter(
      ({ from, to, isPackage }) => isPackage && PACKAGES[folderOf(from)]?.includes(to) !== true,
    )
    .map(({ from, to }) => `${from} → ${to}`);
}

/** Whether a specifier names a module within a package, rather than the package. */
function isUnpublished({ specifier, isPackage }: Import): boolean {
  const isWithin = /^(?:@[^/]+\/[^/]+|[^@/][^/]*)\/./.test(specifier);
  return isPackage && isWithin;
}

/** The files that reach themselves through imports. */
function filesInCycles(imports: readonly Import[]): readonly string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to, isPackage } of imports) {
    if (!isPackage) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  return [...next.keys()].filter((start) => {
    const seen = new Set<string>();
    const pending = [...(next.get(start) ?? [])];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      pending.push(...(next.get(name) ?? []));
    }
    return seen.has(start);
  });
}

function isListOfNames(statement: ts.Statement): boolean {
  return (
    ts.isExportDeclaration(statement) &&
    statement.moduleSpecifier !== undefined &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause)
  );
}

function importsOf(name: string, text: string): readonly Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined && ts.isStringLiteral(specifier)) {
      const isType = isTypeAlone(node);
      if (!specifier.text.startsWith('node:'))
        found.push({
          from: name,
          specifier: specifier.text,
          ...target(name, specifier.text),
          isType,
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(parseSource(name, text));
  return found;
}

function target(name: string, specifier: string): Pick<Import, 'to' | 'isPackage'> {
  if (specifier.startsWith('.')) {
    const { pathname } = new URL(specifier, `file:///${name}`);
    return { to: pathname.slice(1).replace(/\.js$/, '.ts'), isPackage: false };
  }
  const parts = specifier.split('/');
  return { to: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/'), isPackage: true };
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  // `import x = require('y')`
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  const isImport =
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const [argument] = isImport ? node.arguments : [];
  return argument !== undefined && ts.isAsExpression(argument) ? argument.expression : argument;
}

function isTypeAlone(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  if (!ts.isImportDeclaration(node) || node.importClause === undefined) return false;
  const { phaseModifier, namedBindings, name } = node.importClause;
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings))
    return false;
  return namedBindings.elements.every((element) => element.isTypeOnly);
}

function folderOf(name: string): string {
  return name.startsWith('routes/rules/') ? 'routes/rules' : (name.split('/')[0] ?? '');
}

function read(name: string): string {
  return readSource(`lib/${name}`);
}
