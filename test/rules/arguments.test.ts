import type { DeclaredType } from '../../lib/types/type.js';
import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import type { ParameterDeclaration } from '../../lib/routes/declaration/parameter-declaration.js';
import type { ParamOptions } from '../../lib/routes/declaration/param-options.js';
import { compileController } from '../../lib/routes/compile-route.js';
import { checkRouteParameters } from '../../lib/routes/rules/check-parameters.js';
import { COMPILER_READERS, controllerWith, parameterWith, routeWith } from './support/subject.js';

const paging = { name: 'Paging', ref: {} };
const marked = {
  isMarked: true,
  isInjectable: false,
  takesServices: false,
  hasBehaviour: true,
  hasValues: true,
};
const integer = { kind: 'integer' } as const;
const page = parameterWith({ signature: { name: 'page', type: integer, default: 1 } });
const READERS = {
  ...COMPILER_READERS,
  properties: ({ ref }: { readonly ref: unknown }) => (ref === paging.ref ? [page] : undefined),
  traits: () => marked,
};

function declared(
  type: DeclaredType,
  more: Partial<ParameterDeclaration> = {},
): ParameterDeclaration {
  return parameterWith({ signature: { name: 'a', type }, ...more });
}

function check(...parameters: readonly ParameterDeclaration[]) {
  return checkRouteParameters(routeWith({ parameters }), READERS);
}

function diagnosticsOf(path: string, ...parameters: readonly ParameterDeclaration[]) {
  const route = routeWith({ path, parameters });
  return compileController(controllerWith({ routes: [route] }), READERS).diagnostics.filter(
    ({ code }) => code !== 'RR1025',
  );
}

const literal: DeclaredType = {
  kind: 'object',
  properties: [
    { name: 'id', type: integer },
    { name: 'q', type: { kind: 'string' }, optional: true, limits: { minLength: 2 } },
  ],
};

describe('an @Arguments() parameter', () => {
  test('stands for the properties of a literal', () => {
    const { values, findings } = check(declared(literal, { takesArguments: true, index: 2 }));
    expect(findings).toEqual([]);
    expect(values).toMatchObject([
      {
        kind: 'arguments',
        index: 2,
        members: [
          { name: 'id', index: 2, schema: { type: 'integer', required: true } },
          { name: 'q', index: 2, schema: { type: 'string', minLength: 2, required: false } },
        ],
      },
    ]);
  });

  test('stands for the properties of a value class, whose instance the method receives', () => {
    const type = { kind: 'class', handle: paging } as const;
    expect(check(declared(type, { takesArguments: true })).values).toMatchObject([
      { kind: 'arguments', into: paging, members: [{ name: 'page', schema: { default: 1 } }] },
    ]);
  });

  test('has a property for each placeholder of the path, or the placeholder has none', () => {
    const both = declared(literal, { takesArguments: true });
    expect(diagnosticsOf('/{id}', both)).toEqual([]);
    expect(diagnosticsOf('/{slug}', both)).toMatchObject([{ code: 'RR1003' }]);
    expect(diagnosticsOf('/{q}', both)).toMatchObject([{ code: 'RR1004' }]);
  });

  test('meets no other argument of the same name: RR1021', () => {
    const own = declared(literal, { takesArguments: true });
    const plain = parameterWith({ index: 1, signature: { name: 'q', type: { kind: 'string' } } });
    const second = declared(literal, { takesArguments: true, index: 1 });
    expect(diagnosticsOf('', own, plain)).toMatchObject([
      { code: 'RR1021', received: 'q twice', location: { part: { index: 1 } } },
    ]);
    expect(diagnosticsOf('', own, second).map(({ received }) => received)).toEqual([
      'id twice',
      'q twice',
    ]);
  });

  test.each<[string, DeclaredType, string]>([
    ['a text', { kind: 'string' }, 'string'],
    ['a list', { kind: 'array', items: literal }, '{ id; q? }[]'],
    ['a map', { kind: 'object', additional: integer }, 'Record<string, integer>'],
    ['a nullable type', { ...literal, nullable: true }, '{ id; q? } | null'],
    ['unknown', { kind: 'any' }, 'unknown'],
  ])('of %s is RR1028', (_title, type, received) => {
    expect(check(declared(type, { takesArguments: true })).findings).toMatchObject([
      { code: 'RR1028', part: { aspect: 'type', name: 'a' }, received },
    ]);
  });

  test('of a class without properties is RR1020', () => {
    const type = { kind: 'class', handle: { name: 'Empty', ref: {} } } as const;
    expect(check(declared(type, { takesArguments: true })).findings).toMatchObject([
      { code: 'RR1020', received: 'Empty' },
    ]);
  });

  test('reports each property that is wrong, by its path', () => {
    const type: DeclaredType = {
      kind: 'object',
      properties: [
        { name: 'a', type: { kind: 'opaque', text: 'Map' } },
        { name: 'b', type: integer, limits: { minLength: 1 } },
      ],
    };
    expect(check(declared(type, { takesArguments: true })).findings).toMatchObject([
      { code: 'RR1014', part: { properties: ['a'] }, received: 'Map (a)' },
      { code: 'RR1006', part: { properties: ['b'] } },
    ]);
  });
});

describe('a value class', () => {
  const type = { kind: 'class', handle: paging } as const;

  test('is one argument where @Param says so', () => {
    expect(check(declared(type, { options: {} })).values).toMatchObject([
      {
        kind: 'argument',
        name: 'a',
        schema: { type: 'object', properties: { page: { type: 'integer' } } },
        hydrations: [{ into: paging }],
      },
    ]);
  });

  test('without a decorator is RR1019, which names the decorators', () => {
    expect(check(declared(type)).findings).toMatchObject([
      {
        code: 'RR1019',
        expected:
          '@Param() or @Arguments() on the parameter, @ListOf(Paging) on a list of values, or a service',
      },
    ]);
  });
});

describe('@Param({ schema })', () => {
  const withSchema = (schema: unknown, more: ParamOptions = {}) =>
    check(parameterWith({ options: { name: 'a', schema: schema as never, ...more } }));

  test('takes required, default and description from the data, and lets the options win', () => {
    const schema = { type: 'integer', default: 1, description: 'From the data' };
    expect(withSchema(schema).values).toMatchObject([
      { schema: { type: 'integer', default: 1, required: false, description: 'From the data' } },
    ]);
    expect(
      withSchema(schema, { default: 2, required: true, description: 'B' }).values,
    ).toMatchObject([{ schema: { default: 2, required: true, description: 'B' } }]);
    expect(withSchema({ type: 'integer', required: false }).values).toMatchObject([
      { schema: { required: false } },
    ]);
  });

  test('names the path of the keyword that is wrong', () => {
    const items = { type: 'object', properties: { b: { type: 'string', minLength: -1 } } };
    const [finding] = withSchema({ type: 'array', items }).findings;
    expect(finding).toMatchObject({ code: 'RR1006', part: { aspect: '@Param' } });
    expect(finding?.expected).toContain('items.properties.b.minLength: ');
    expect(withSchema({ type: 'text' }).findings[0]?.expected).toContain('type: ');
  });

  test('keeps a default that the data reject, as WordPress does', () => {
    const { values, findings } = withSchema({ type: 'integer', default: 'x' });
    expect(findings).toEqual([]);
    expect(values).toMatchObject([{ schema: { type: 'integer', default: 'x' } }]);
  });

  test.each<[string, unknown, ParamOptions, string]>([
    ['a type beside it', { type: 'string' }, { type: 'string' }, 'schema and type'],
    ['properties beside it', z.string(), { properties: {} }, 'schema and properties'],
    ['limits beside a Standard Schema', z.string(), { minLength: 1 }, 'minLength'],
    ['a text', 'string', {}, 'string'],
    ['null', null, {}, 'null'],
  ])('does not take %s: RR1006', (_title, schema, more, received) => {
    expect(withSchema(schema, more).findings).toMatchObject([{ code: 'RR1006', received }]);
  });

  test('checks the default by the Standard Schema: RR1015', () => {
    const [finding] = withSchema(z.string().min(2), { default: 'x' }).findings;
    expect(finding).toMatchObject({ code: 'RR1015', received: '"x"' });
    expect(finding?.expected).toContain('Too small');
  });

  test('makes an argument optional where the Standard Schema accepts undefined', () => {
    const requiredOf = (schema: unknown, more?: ParamOptions) =>
      withSchema(schema, more).values.map((one) => 'schema' in one && one.schema.required);
    const asynchronous = z.string().refine(async () => Promise.resolve(true));
    expect(requiredOf(z.string())).toEqual([true]);
    expect(requiredOf(z.string().optional())).toEqual([false]);
    expect(requiredOf(z.string(), { default: 'a' })).toEqual([false]);
    expect(requiredOf(asynchronous)).toEqual([true]);
    expect(requiredOf(asynchronous, { required: false })).toEqual([false]);
  });

  test('takes no Standard Schema within a value class: RR1006', () => {
    const inner = parameterWith({ options: { name: 'x', schema: z.string() } });
    const type = { kind: 'class', handle: paging } as const;
    const route = routeWith({ parameters: [declared(type, { options: {} })] });
    const readers = { ...READERS, properties: () => [inner] };
    expect(checkRouteParameters(route, readers).findings).toMatchObject([
      { code: 'RR1006', received: 'a Standard Schema (Paging.x)', part: { properties: ['x'] } },
    ]);
  });
});
