import { describe, expect, test } from 'vitest';
import type { ParameterDeclaration } from '../../lib/routes/declaration/parameter-declaration.js';
import { NO_DEFAULTS } from '../../lib/routes/route.js';
import { argument, compiled, routeDeclaration } from './support/compiled.js';

/** A list of instances of the class `Line`, whose one property is `sku`. */
const lines: ParameterDeclaration = {
  ...argument({ name: 'lines' }, 1),
  list: {
    items: {
      kind: 'class',
      handle: { name: 'Line', ref: [argument({ name: 'sku', type: 'string' })] },
    },
    limits: {},
  },
};

function definitionOf(...parts: Parameters<typeof routeDeclaration>) {
  const [definition] = compiled([routeDeclaration(...parts)]);
  if (definition === undefined) throw new Error('no route');
  return definition;
}

describe('the definition of a route', () => {
  test('has its namespace, pattern and methods from startup on', () => {
    const { namespace, pattern, methods, handler, options } = definitionOf({
      methods: ['PUT', 'PATCH', 'PUT'],
    });
    expect(namespace).toBe('acme/v1');
    expect(pattern.template).toBe('/acme/v1/items/{id}');
    expect(pattern.wordpressPattern).toBe('/acme/v1/items/(?P<id>\\d+)');
    expect(methods).toEqual(['PUT', 'PATCH']);
    expect(handler).toBe('ItemsController.one');
    expect(options).toEqual({});
  });

  test('is frozen, and so are its arguments and its permission', () => {
    const definition = definitionOf();
    expect(Object.isFrozen(definition)).toBe(true);
    expect(Object.isFrozen(definition.open().permission)).toBe(true);
    expect(definition.open().arguments.every(Object.isFrozen)).toBe(true);
    expect(() => Object.assign(definition, { options: { hidden: true } })).toThrow(TypeError);
  });

  test('compiles its arguments on first use, and once', () => {
    const names: string[] = [];
    const parameters = [argument({ name: 'id', type: 'integer' }), lines];
    const [definition] = compiled([routeDeclaration({ parameters })], (name) => names.push(name));
    expect(definition?.pattern.template).toBe('/acme/v1/items/{id}');
    expect(names).toEqual([]);
    const first = definition?.open().arguments;
    expect(names).toEqual(['Line']);
    expect(definition?.open().parameters).toHaveLength(2);
    expect(definition?.open().arguments).toBe(first);
    expect(names).toEqual(['Line']);
  });

  test('marks the arguments of the path, and numbers all', () => {
    const parameters = [
      argument({ name: 'id', type: 'integer' }),
      argument({ name: 'page', type: 'integer', default: 1 }, 1),
    ];
    const places = definitionOf({ parameters })
      .open()
      .arguments.map(({ name, position, isFromPath }) => [name, position, isFromPath]);
    expect(places).toEqual([
      ['id', 0, true],
      ['page', 1, false],
    ]);
  });

  test('makes a default that is an object anew for each request', () => {
    const tags: ParameterDeclaration = {
      ...argument({ name: 'tags', default: ['a'] }, 1),
      list: { items: { kind: 'string' }, limits: {} },
    };
    const [, one] = definitionOf({
      parameters: [argument({ name: 'id', type: 'integer' }), tags],
    }).open().arguments;
    expect(one?.fallback?.()).toEqual(['a']);
    expect(one?.fallback?.()).not.toBe(one?.fallback?.());
  });

  test('evaluates headers that are functions on first use only', () => {
    let count = 0;
    const value = (): string => {
      count += 1;
      return 'b';
    };
    const response = {
      status: 202,
      headers: [
        { name: 'X-A', value: 'a' },
        { name: 'X-B', value },
      ],
    };
    const definition = definitionOf({ response });
    expect(count).toBe(0);
    expect(definition.open().responseDefaults).toEqual({
      status: 202,
      headers: { 'x-a': 'a', 'x-b': 'b' },
    });
    expect(definition.open().responseDefaults.headers['x-b']).toBe('b');
    expect(count).toBe(1);
    expect(definitionOf().open().responseDefaults).toBe(NO_DEFAULTS);
  });
});

describe('the definition of a permission', () => {
  const callback = (): boolean => true;
  const declaration = {
    kind: 'callback',
    name: 'mayRead',
    isStatic: true,
    parameters: [argument({ name: 'id', type: 'integer' })],
    callback: { ref: callback },
  } as const;

  test('calls the method that the declaration refers to, with arguments of the route', () => {
    const definition = definitionOf({ permission: declaration });
    expect(definition.open().permission).toMatchObject({ kind: 'callback', name: 'mayRead' });
    const { permission } = definition.open();
    if (permission.kind !== 'callback') throw new Error('no callback');
    expect(permission.method).toBe(callback);
    expect(permission.parameters).toEqual([definition.open().arguments[0]]);
  });

  test('has the name of the class of the callback where that is known', () => {
    const owner = { name: 'Permissions', ref: undefined };
    expect(definitionOf({ permission: { ...declaration, owner } }).open().permission).toMatchObject(
      {
        name: 'Permissions.mayRead',
      },
    );
  });

  test('cannot be compiled from a declaration without its reference', () => {
    const { callback: _callback, ...unreferenced } = declaration;
    expect(() => definitionOf({ permission: unreferenced }).open()).toThrow(
      'The callback mayRead is no function.',
    );
  });
});
