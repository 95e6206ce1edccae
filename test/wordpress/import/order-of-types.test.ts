import { Module, type Type } from '@nestjs/common';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  type ParamOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, useApplication } from '../../support/application.js';
import { serveImport, importInto, indexOf, newProject, textOf } from './support.js';

const TYPES = ['boolean', 'integer', 'number', 'string', 'array', 'object'] as const;

type TypeName = (typeof TYPES)[number];

/** All orders of two and of three types. */
const ORDERS: readonly (readonly TypeName[])[] = TYPES.flatMap((one) => {
  const others = TYPES.filter((type) => type !== one);
  return others.flatMap((other) => [
    [one, other],
    ...others.filter((third) => third !== other).map((third) => [one, other, third]),
  ]);
});

const VALUES: readonly unknown[] = [
  '1',
  '0',
  'true',
  'FALSE',
  'no',
  'a,b',
  '',
  '1.5',
  '7.0',
  1,
  0,
  7,
  1.5,
  true,
  null,
  [],
  ['1', '2'],
  {},
  { a: '1' },
];

/** The rule of WordPress's `rest_get_best_type_for_value`, in its own words. */
const FITS: Readonly<Record<TypeName, (value: unknown) => boolean>> = {
  array: (value) => Array.isArray(value) || ['string', 'number', 'boolean'].includes(typeof value),
  object: (value) => value === '' || (typeof value === 'object' && value !== null),
  integer: (value) => isNumeric(value) && Number.isInteger(Number(value)),
  number: isNumeric,
  boolean: (value) => ['true', 'false', '1', '0'].includes(textOfScalar(value)),
  string: (value) => typeof value === 'string',
};

/** What `rest_sanitize_value_from_schema` makes of a value that fits. */
const MADE: Readonly<Record<TypeName, (value: unknown) => unknown>> = {
  array: (value) => {
    if (Array.isArray(value)) return value;
    return typeof value === 'string'
      ? value.split(',').filter(Boolean)
      : [value === true ? '1' : String(value)];
  },
  // A list of PHP is an object with the names 0, 1, …; here, no method gets a list for an object.
  object: (value) => (value === '' ? {} : { ...(value as object) }),
  integer: Number,
  number: Number,
  boolean: (value) => ['true', '1'].includes(textOfScalar(value)),
  string: (value) => value,
};

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value));
}

function textOfScalar(value: unknown): string {
  return typeof value === 'object' ? '' : String(value).toLowerCase();
}

/** The first type that fits; the empty text is a text if it may be one. */
function verdictOf(value: unknown, types: readonly TypeName[]): string {
  const fits = types.find((type) => FITS[type](value));
  const type = value === '' && types.includes('string') ? 'string' : fits;
  return type === undefined ? '400' : JSON.stringify(MADE[type](value));
}

const nameOf = (types: readonly TypeName[]): string => types.join('-');

/** `false` is no list here: see docs/limits.md. */
const INDEX = indexOf(
  'shop/v1',
  Object.fromEntries(
    ORDERS.map((type) => [
      `/orders/${nameOf(type)}`,
      [{ methods: ['POST'], args: { v: { type, required: true } } }],
    ]),
  ),
);

function controllerOf(types: readonly TypeName[], options: ParamOptions): Type {
  class Controller {
    post(v: unknown): unknown {
      return { v };
    }
  }
  const { prototype } = Controller;
  Param({ name: 'v', ...options })(prototype, 'post', 0);
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'post') ?? {};
  const route = RestRoute('', HttpMethod.Post, new PublicAccess(), { values: 'wordpress' });
  route(prototype, 'post', descriptor);
  RestController('v1', `/orders/${nameOf(types)}` as '/orders')(Controller);
  return Controller;
}

function moduleOf(optionsOf: (types: readonly TypeName[]) => ParamOptions): Type {
  class ShopModule {}
  Module({
    imports: [RestModule.forRoot({ namespace: 'shop' })],
    providers: ORDERS.map((types) => controllerOf(types, optionsOf(types))),
  })(ShopModule);
  return ShopModule;
}

const itemsOf = (types: readonly TypeName[]): Pick<ParamOptions, 'items'> =>
  types.includes('array') ? { items: { type: 'any' } } : {};

const SOURCES: readonly (readonly [string, () => Type | Promise<Type>])[] = [
  ['an import', async () => (await serveImport(INDEX)).module],
  ['a schema', () => moduleOf((type) => ({ schema: { type } }))],
  ['a list of types by hand', () => moduleOf((type) => ({ type, ...itemsOf(type) }))],
  [
    'alternatives by hand',
    () => moduleOf((types) => ({ anyOf: types.map((type) => ({ type, ...itemsOf([type]) })) })),
  ],
];

describe.each(ADAPTERS)('on %s', (adapter) => {
  describe.each(SOURCES)('the types of %s', (_, moduleFrom) => {
    const app = useApplication(async () =>
      startApplication({ imports: [await moduleFrom()] }, { adapter }),
    );

    test.each(VALUES.map((value) => [JSON.stringify(value), value] as const))(
      'find the first that fits %s, in each order of two and three',
      async (text, value) => {
        const headers = { 'content-type': 'application/json' };
        const found: string[] = [];
        for (const types of ORDERS) {
          const path = `/api/shop/v1/orders/${nameOf(types)}`;
          const { status, body } = await app.fetch('POST', path, {
            headers,
            body: `{"v":${text}}`,
          });
          const verdict = status === 200 ? JSON.stringify((body as { v: unknown }).v) : '400';
          found.push(`${nameOf(types)} ${verdict}`);
        }
        expect(found).toEqual(ORDERS.map((types) => `${nameOf(types)} ${verdictOf(value, types)}`));
      },
    );
  });
});

test.each<[readonly TypeName[], string]>([
  [['string', 'boolean'], 'v: string | boolean'],
  [['boolean', 'string'], 'v: boolean | string'],
  [['string', 'integer', 'object'], 'v: string | int | Record<string, unknown>'],
  [['integer', 'array', 'object'], 'v: int | unknown[] | Record<string, unknown>'],
  [['array', 'string'], "@Param({ schema: { type: ['array', 'string'] } }) v: unknown"],
  [['object', 'array'], "@Param({ schema: { type: ['object', 'array'] } }) v: unknown"],
])('the types %s are imported as a union only if it has this order', async (type, parameter) => {
  const project = newProject();
  const args = { v: { type, required: true } };
  await importInto(project, indexOf('shop/v1', { '/items': [{ methods: ['POST'], args }] }));
  expect(textOf(project, '/src/shop/items/items.controller.ts')).toContain(`(${parameter})`);
});

test.each<[string, object, string]>([
  [
    'the items of a list',
    { type: 'array', items: { type: ['string', 'boolean'] } },
    'v?: (string | boolean)[]',
  ],
  [
    'the items of a list, with lists first',
    { type: 'array', items: { type: ['array', 'string'] } },
    "schema: { type: 'array', items: { type: ['array', 'string'] } }",
  ],
  [
    'a property, beside null',
    { type: 'object', properties: { value: { type: ['null', 'string', 'integer'] } } },
    'value?: string | int | null;',
  ],
])('%s keep the order of their types', async (_, v, expected) => {
  const project = newProject();
  await importInto(project, indexOf('shop/v1', { '/items': [{ methods: ['POST'], args: { v } }] }));
  expect([...project.values()].join('\n')).toContain(expected);
});
