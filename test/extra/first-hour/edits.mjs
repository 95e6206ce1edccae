import assert from 'node:assert/strict';

const CONTROLLER = 'src/items/items.controller.ts';
const VALUE = 'src/items/items.value.ts';

/** One edit of each kind, and what a request shows of it. */
export const EDITS = [
  {
    title: 'edit: a parameter',
    files: () => [
      [
        CONTROLLER,
        'list(@Arguments() paging: Paging)',
        `list(
    @Arguments() paging: Paging,
    @Param({ minLength: 2 }) search: string | null = null,
  )`,
      ],
      [
        CONTROLLER,
        'this.service.all();',
        "this.service.all().filter((item) => item.title.includes(search ?? ''));",
      ],
    ],
    check: async (url, call) => {
      assert.equal((await call(`${url}/items?search=x`))[0], 400);
      assert.deepEqual(await call(`${url}/items?search=chair`), [200, []]);
    },
  },
  {
    title: 'edit: a route',
    files: () => [
      [
        CONTROLLER,
        "  @RestRoute('/{id}', HttpMethod.Get",
        `  @RestRoute('/count', HttpMethod.Get, new PublicAccess())
  count(): { total: int } {
    return { total: this.service.all().length };
  }

  @RestRoute('/{id}', HttpMethod.Get`,
      ],
    ],
    check: async (url, call) => {
      assert.deepEqual(await call(`${url}/items/count`), [200, { total: 0 }]);
    },
  },
  {
    title: 'edit: a value class',
    files: (js) => [
      [
        VALUE,
        'export interface',
        `@ValueClass()
export class ItemsSize {
  @Param({ minimum: 1 }) width: int;
  @Param({ minimum: 1 }) height: int = 1;
}

export interface`,
      ],
      [
        CONTROLLER,
        `from './items.value${js}'`,
        `from './items.value${js}';\nimport { ItemsSize } from './items.value${js}'`,
      ],
      [
        CONTROLLER,
        "  @RestRoute('/{id}', HttpMethod.Get",
        `  @RestRoute('/area', HttpMethod.Post, new PublicAccess())
  area(@Param() size: ItemsSize): { area: int } {
    return { area: size instanceof ItemsSize ? size.width * size.height : 0 };
  }

  @RestRoute('/{id}', HttpMethod.Get`,
      ],
    ],
    check: async (url, call) => {
      const found = await call(`${url}/items/area`, 'POST', { size: { width: 3 } });
      assert.deepEqual(found, [201, { area: 3 }]);
      assert.equal((await call(`${url}/items/area`, 'POST', { size: {} }))[0], 400);
    },
  },
  {
    title: 'edit: a permission',
    files: () => [
      [
        CONTROLLER,
        "HttpMethod.Delete, new Capability('delete_items')",
        'HttpMethod.Delete, new PublicAccess()',
      ],
    ],
    check: async (url, call) => {
      assert.equal((await call(`${url}/items/1`, 'DELETE'))[0], 404);
    },
  },
  {
    title: 'edit: the generated permission',
    files: (js) => [
      [
        CONTROLLER,
        'import {\n',
        `import { EditItemsPermission } from '../edit-items/edit-items.permission${js}';\nimport {\n  Callback,\n`,
      ],
      [CONTROLLER, "new Capability('publish_items')", 'new Callback(EditItemsPermission.allows)'],
      [
        'src/edit-items/edit-items.permission.ts',
        'allows(this: void)',
        'allows(this: void, key: string)',
      ],
      ['src/edit-items/edit-items.permission.ts', 'return false', "return key === 'sesame'"],
      [CONTROLLER, 'publish(): void {}', 'publish(key: string): void {\n    void key;\n  }'],
      ['src/edit-items/edit-items.permission.spec.ts', 'allows()', "allows('wrong')"],
    ],
    check: async (url, call) => {
      assert.equal((await call(`${url}/items/publish?key=wrong`))[0], 401);
      assert.equal((await call(`${url}/items/publish?key=sesame`))[0], 200);
    },
  },
];

/** Mistakes, and what the build says: `place` is the text at whose line it points. */
export const MISTAKES = [
  {
    title: 'mistake: a type without a schema',
    path: CONTROLLER,
    from: 'one(id: int)',
    to: 'one(id: int, how: () => void)',
    place: 'how: () => void',
    reason: /RR\d{4}/,
  },
  {
    title: 'mistake: a placeholder without a parameter',
    path: CONTROLLER,
    from: "'/{id}', HttpMethod.Delete",
    to: "'/{idd}', HttpMethod.Delete",
    place: "'/{idd}'",
    reason: /RR\d{4}.*idd/,
  },
  {
    title: 'mistake: a route without a permission',
    path: CONTROLLER,
    from: "'/count', HttpMethod.Get, new PublicAccess()",
    to: "'/count', HttpMethod.Get",
    place: "'/count'",
    reason: /RR1008.*new PublicAccess\(\)/,
  },
];
