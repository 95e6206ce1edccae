import type { PermissionDescription, RouteDescription } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { documentOf, firstOperation, type Operation } from './support/operations.js';
import { requestBodyOf } from './support/request-body.js';

type Argument = RouteDescription['arguments'][number];

const PUBLIC: PermissionDescription = { kind: 'public' };
const capability = (name: string): PermissionDescription => ({ kind: 'capability', name });

const argument = (name: string, type: 'integer' | 'string', required = true): Argument => ({
  name,
  isFromPath: false,
  schema: { type, required },
});

const inPath = (name: string, type: 'integer' | 'string'): Argument => ({
  ...argument(name, type),
  isFromPath: true,
});

const returns = (type: 'integer' | 'string', status: number): RouteDescription['returns'] => {
  const response = { schema: { type }, status, isStream: false, mediaType: undefined };
  return { ...response, responses: [{ ...response, headers: [] }] };
};

/** The document of two routes whose paths differ only in what they accept: an integer, or a text. */
function documentOfBoth(
  one: Partial<RouteDescription>,
  other: Partial<RouteDescription>,
): ReturnType<typeof documentOf> {
  return documentOf([
    {
      handler: 'ItemsController.one',
      ...one,
      path: '/items/{id}',
      arguments: [inPath('id', 'integer'), ...(one.arguments ?? [])],
    },
    {
      handler: 'ItemsController.bySlug',
      ...other,
      path: '/items/{slug}',
      arguments: [inPath('slug', 'string'), ...(other.arguments ?? [])],
    },
  ]);
}

const joined = (one: Partial<RouteDescription>, other: Partial<RouteDescription>): Operation =>
  firstOperation(documentOfBoth(one, other));

describe('two operations on the same path', () => {
  test.each<[string, PermissionDescription, PermissionDescription, Operation['security']]>([
    ['are public if both are', PUBLIC, PUBLIC, []],
    [
      'allow anonymous callers if the first is public',
      PUBLIC,
      capability('a'),
      [{}, { bearer: ['a'] }],
    ],
    [
      'allow anonymous callers if the second is public',
      capability('a'),
      PUBLIC,
      [{}, { bearer: ['a'] }],
    ],
    [
      'allow the callers of either',
      capability('a'),
      capability('b'),
      [{ bearer: ['a'] }, { bearer: ['b'] }],
    ],
  ])('%s', (_title, one, other, security) => {
    expect(joined({ permission: one }, { permission: other }).security).toEqual(security);
  });

  test('require a parameter only if both require it, and accept the values of either', () => {
    const { parameters = [] } = joined(
      { arguments: [argument('page', 'integer'), argument('kind', 'string')] },
      { arguments: [argument('kind', 'integer'), argument('sort', 'string')] },
    );
    const inQuery = parameters.filter((one) => one.in === 'query');
    expect(inQuery.map(({ name, required, schema }) => [name, required, schema])).toEqual([
      ['page', false, { type: 'integer' }],
      ['kind', true, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
      ['sort', false, { type: 'string' }],
    ]);
  });

  test('leave texts of digits to the integer of a path', () => {
    const { parameters = [] } = joined({}, {});
    const anyOf = parameters[0]?.schema['anyOf'];
    const [integer, text] = anyOf as readonly [object, { readonly pattern: string }];
    expect(parameters).toHaveLength(1);
    expect(integer).toMatchObject({ type: 'integer' });
    const texts = ['7', '9007199254740992', '-7', '7a', 'a', 'a/b'];
    const pattern = new RegExp(text.pattern);
    expect(texts.filter((one) => pattern.test(one))).toEqual(['-7', '7a', 'a']);
  });

  test('require a body only if both require one', () => {
    const bodyOf = (one: readonly Argument[], other: readonly Argument[]) => {
      const document = documentOfBoth(
        { methods: ['PUT'], arguments: one },
        { methods: ['PUT'], arguments: other },
      );
      return requestBodyOf(document, firstOperation(document));
    };
    const title = [argument('title', 'string')];
    expect(bodyOf(title, title)?.required).toBe(true);
    expect(bodyOf(title, [])?.required).toBe(false);
    expect(bodyOf([], title)?.required).toBe(false);
    expect(bodyOf([], [])).toBeUndefined();
  });

  test('give the responses of either', () => {
    const { responses } = joined(
      { returns: returns('string', 200) },
      { returns: returns('integer', 200) },
    );
    expect(responses['200']).toMatchObject({
      content: {
        'application/json': { schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      },
    });
    const created = joined(
      { returns: returns('string', 200) },
      { returns: returns('integer', 201) },
    );
    expect(Object.keys(created.responses)).toEqual(expect.arrayContaining(['200', '201']));
  });
});
