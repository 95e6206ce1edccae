import type { DeclaredType } from '../../lib/types/type.js';
import { describe, expect, test } from 'vitest';
import type { RouteDescription } from 'nestjs-rest-routes';
import { describeRoute, type DescribedApplication } from '../../lib/routes/route-description.js';
import { argument, compiled, routeDeclaration } from './support/compiled.js';

const returns: DeclaredType = {
  kind: 'object',
  name: 'Item',
  properties: [{ name: 'title', type: { kind: 'string' } }],
};

const ITEM_SCHEMA = {
  type: 'object',
  properties: { title: { type: 'string', required: true } },
};

const documentation = {
  returns,
  description: 'One item.',
  deprecated: true,
} as const;

function described(
  parts: Parameters<typeof routeDeclaration>[0],
  application: Partial<DescribedApplication> = {},
): RouteDescription {
  const [definition] = compiled([routeDeclaration(parts)]);
  if (definition === undefined) throw new Error('no route');
  return describeRoute(definition, {
    prefix: '/api',
    pageHeaders: [],
    responses: 'returned',
    ...application,
  });
}

/** The members of a description that have a value, without the one that JSON cannot carry. */
function jsonMembers({ schemaNames: _schemaNames, ...members }: RouteDescription) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

describe('the description of a route', () => {
  test('survives JSON, but for the names of its schemas', () => {
    const options = { ttl: '5m', vary: { headers: ['Accept-Language'] }, tags: () => [] } as const;
    const description = described({
      cache: { ttl: '5m', statesVary: true, vary: options.vary, options: { ref: options } },
      documentation,
      options: { hidden: true },
    });
    const { schemaNames: _schemaNames, ...read } = JSON.parse(
      JSON.stringify(description),
    ) as RouteDescription;
    expect(read).toEqual(jsonMembers(description));
    expect(read).toEqual({
      namespace: 'acme/v1',
      path: '/api/acme/v1/items/{id}',
      methods: ['GET'],
      arguments: [{ name: 'id', isFromPath: true, schema: { type: 'integer', required: true } }],
      permission: { kind: 'public' },
      operation: {},
      permissionOrigin: 'route',
      cache: {
        ttl: 300_000,
        staleWhileRevalidate: 0,
        sharing: 'headers',
        headers: ['Accept-Language'],
      },
      handler: 'ItemsController.one',
      hidden: true,
      batch: false,
      responses: 'returned',
      description: 'One item.',
      deprecated: true,
      returns: {
        schema: ITEM_SCHEMA,
        status: 200,
        isStream: false,
        responses: [{ schema: ITEM_SCHEMA, status: 200, isStream: false, headers: [] }],
      },
    });
  });

  test('names the schemas of classes by the schemas themselves', () => {
    const { returns: returned, schemaNames } = described({ documentation });
    expect(schemaNames.get(returned?.schema ?? {})).toBe('Item');
  });

  test.each([
    [
      { kind: 'capability', capability: 'edit_items' },
      { kind: 'capability', name: 'edit_items' },
    ],
    [
      {
        kind: 'callback',
        name: 'mayRead',
        isStatic: true,
        parameters: [],
        callback: { ref: () => true },
      },
      { kind: 'callback', name: 'mayRead' },
    ],
  ] as const)('has a permission by name: %o', (permission, expected) => {
    expect(described({ permission }).permission).toEqual(expected);
  });

  test.each([
    ['204 where nothing is returned', 'void', undefined, 204],
    ['what HttpCode states', 'void', { status: 202, headers: [] }, 202],
    ['200 for a type that no schema expresses', 'Map', undefined, 200],
  ])('has the status %s', (_title, text, response, status) => {
    const opaque = { ...documentation, returns: { kind: 'opaque', text } as const };
    const { returns: returned } = described({
      documentation: opaque,
      ...(response === undefined ? {} : { response }),
    });
    expect(returned?.status).toBe(status);
  });

  test('has no status where the method returns a RestResponse, and none where nothing is known', () => {
    const chosen = described({ documentation: { ...documentation, returnsResponse: true } });
    expect(chosen.returns).toMatchObject({ status: undefined, isStream: false });
    expect(described({}).returns).toBeUndefined();
  });

  test.each([
    ['declared', { responses: 'declared' }, 'returned', returns],
    ['declared', {}, 'declared', returns],
    ['returned', {}, 'returned', returns],
    ['returned', { responses: 'returned' }, 'declared', returns],
    ['returned', {}, 'declared', { kind: 'opaque', text: 'Map' }],
  ] as const)(
    'has %s responses where the route states %j, the application %s, and the type is %j',
    (expected, stated, responses, type) => {
      const parts = { options: stated, documentation: { ...documentation, returns: type } };
      expect(described(parts, { responses }).responses).toBe(expected);
    },
  );

  test('has returned responses where the return type is unknown', () => {
    expect(described({}, { responses: 'declared' }).responses).toBe('returned');
  });

  test('has the arguments with their schemas', () => {
    const parameters = [
      argument({ name: 'id', type: 'integer' }),
      argument({ name: 'page', type: 'integer', minimum: 1, default: 1 }, 1),
    ];
    expect(described({ parameters }).arguments[1]).toEqual({
      name: 'page',
      isFromPath: false,
      schema: { type: 'integer', minimum: 1, required: false, default: 1 },
    });
  });
});
