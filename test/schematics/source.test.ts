import { Tree } from '@angular-devkit/schematics';
import { describe, expect, test } from 'vitest';
import { withImports } from '../../lib/compiler/syntax/text-edits.js';
import { elementOf } from '../../lib/schematics/rest-element/rest-element.js';
import { withMember } from '../../lib/schematics/rest-route/rest-route.js';
import { findRootModule } from '../../lib/schematics/source/project.js';

describe('an element', () => {
  test.each([
    ['items', {}, 'items', 'Items', '/src/items'],
    ['orderLines', {}, 'order-lines', 'OrderLines', '/src/order-lines'],
    ['shop/OrderLines', { flat: true }, 'order-lines', 'OrderLines', '/src/shop'],
    [
      'shop\\OrderLines',
      { path: 'a\\b' },
      'order-lines',
      'OrderLines',
      '/src/a/b/shop/order-lines',
    ],
    [
      'items',
      { path: 'shop', sourceRoot: 'apps/x/src' },
      'items',
      'Items',
      '/apps/x/src/shop/items',
    ],
  ])('named %s with %j has its files, its classes and its folder', (name, options, ...expected) => {
    const { file, type, folder } = elementOf({ name, ...options });
    expect([file, type, folder]).toEqual(expected);
  });

  test.each(['1a', '-', ''])('cannot be named "%s"', (name) => {
    expect(() => elementOf({ name })).toThrow('is not a name');
  });
});

describe('an import of a name', () => {
  test.each([
    ['class A {}', "import { Param } from 'nestjs-rest-routes';\nclass A {}"],
    ['\ufeffclass A {}', "\ufeffimport { Param } from 'nestjs-rest-routes';\nclass A {}"],
    [
      "import { Cache } from 'nestjs-rest-routes';",
      "import { Cache, Param } from 'nestjs-rest-routes';",
    ],
    [
      "import { Cache, Param } from 'nestjs-rest-routes';",
      "import { Cache, Param } from 'nestjs-rest-routes';",
    ],
    [
      "import * as rest from 'nestjs-rest-routes';",
      "import * as rest from 'nestjs-rest-routes';\nimport { Param } from 'nestjs-rest-routes';",
    ],
    [
      'import { Module } from "@nestjs/common"; // of Nest\r\n\r\nclass A {}',
      'import { Module } from "@nestjs/common"; // of Nest\r\nimport { Param } from "nestjs-rest-routes";\r\n\r\nclass A {}',
    ],
  ])('is added to %j', (before, after) => {
    const needed = [{ name: 'Param', module: 'nestjs-rest-routes' }];
    expect(withImports(before, needed)).toBe(after);
  });
});

test('a member is added at the end of the class with @RestController', () => {
  const text = "class Other {}\n@RestController('v1')\nclass A {\n  a() {}\n}\n";
  expect(withMember(text, '  b() {}\n', 'a.ts')).toBe(
    "class Other {}\n@RestController('v1')\nclass A {\n  a() {}\n  b() {}\n}\n",
  );
  expect(() => withMember('class A {}', '', 'a.ts')).toThrow('a.ts has no class');
});

describe('the root module', () => {
  const found = (files: Readonly<Record<string, string>>) => {
    const tree = Tree.empty();
    for (const [path, text] of Object.entries(files)) tree.create(path, text);
    return findRootModule(tree, 'src');
  };

  test('is the class that main.ts passes to NestFactory', () => {
    const main =
      "import { ShopModule } from './shop/shop.module.js';\nawait NestFactory.create<App>(ShopModule);";
    expect(found({ '/src/main.ts': main, '/src/shop/shop.module.ts': '' })).toEqual({
      file: '/src/shop/shop.module.ts',
      className: 'ShopModule',
    });
  });

  test('is app.module.ts without a main.ts, and a library has none', () => {
    expect(found({ '/src/app.module.ts': '' })?.className).toBe('AppModule');
    expect(found({ '/src/index.ts': '' })).toBeUndefined();
  });
});
