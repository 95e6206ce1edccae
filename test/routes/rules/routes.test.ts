import { Redirect, Res, Sse } from '@nestjs/common';
import {
  allOf,
  anyOf,
  Callback,
  Capability,
  Param,
  PermissionCombination,
  PublicAccess,
  RestRequest,
  type CombinablePermission,
} from 'nestjs-rest-routes';
import { found, testRules } from './support/rule-table.js';

const id = Param({ name: 'id', type: 'integer' });
const combination = (...parts: readonly unknown[]) =>
  new PermissionCombination('anyOf', parts as never);
const isPermission = { kind: 'permission' };
const partOfAnyOf = 'Capability, Callback, allOf or anyOf in anyOf';
const edit: CombinablePermission = new Capability('edit');
const inOptions = { kind: 'options' };

/** The same of a source file is in `test/compiler/corpus`. */
testRules({
  'a version is path segments': {
    valid: [
      ['with a slash between', { version: 'v1/beta' }],
      ['with a point', { version: '2.0' }],
      ['empty', { version: '', path: '/empty-version' }],
    ],
    wrong: ['/v1', 'v1/', 'v 1', 'a//b'].map((version) => [
      `the version ${JSON.stringify(version)}`,
      { version },
      found(
        'RR1002',
        { kind: 'version' },
        { expected: 'a version such as "v1"', received: JSON.stringify(version) },
      ),
    ]),
  },

  'a base is empty or begins with a slash': {
    valid: [
      ['a segment', { base: '/items' }],
      ['a placeholder', { base: '/items/{id}', parameters: [[id]] }],
    ],
    wrong: ['items', '/a?', '/a//b'].map((base) => [
      `the base ${JSON.stringify(base)}`,
      { base },
      found('RR1001', { kind: 'base' }, { received: JSON.stringify(base) }),
    ]),
  },

  'a path is a template': {
    valid: [
      ['a slash', { path: '/' }],
      ['marks', { path: '/a.b_c~d-e' }],
      [
        'two placeholders',
        { path: '/{id}/{line}', parameters: [[id], [Param({ name: 'line', type: 'string' })]] },
      ],
    ],
    wrong: [
      ...['items', '/a b', '/{id', '/a//b', '/{0}'].map(
        (path) =>
          [
            `the path ${JSON.stringify(path)}`,
            { path },
            found('RR1001', { kind: 'path' }, { received: JSON.stringify(path) }),
          ] as const,
      ),
      [
        'no path, from plain JavaScript',
        { path: undefined as never },
        found('RR1001', { kind: 'path' }),
      ],
      [
        'a placeholder of the base that the path repeats',
        { base: '/items/{id}', path: '/{id}', parameters: [[id]] },
        found('RR1001', { kind: 'path' }, { received: '{id} twice in "/items/{id}/{id}"' }),
      ],
    ],
  },

  'a route is in a controller': {
    valid: [],
    wrong: [
      ['no @RestController', { version: null }, found('RR1007', undefined, { received: 'none' })],
    ],
  },

  'a route has methods of HTTP': {
    valid: [
      ['two methods', { methods: ['GET', 'DELETE'] }],
      ['a method that is named twice', { methods: ['GET', 'GET'] }],
    ],
    wrong: [
      ['none', { methods: [] }, found('RR1023', { kind: 'methods' }, { received: 'none' })],
      [
        'unknown methods beside a known one',
        { methods: ['GET', 'TRACE', 'get'] },
        found('RR1023', { kind: 'methods' }, { received: 'TRACE, get' }),
      ],
    ],
  },

  'a route has a permission': {
    valid: [
      ['a capability', { permission: edit }],
      ['a static method', { callback: [] }],
      ['combinations', { permission: allOf(edit, anyOf(edit)) }],
    ],
    wrong: [
      ['none', { permission: undefined }, found('RR1008', isPermission, { received: 'none' })],
      [
        'a capability without a name',
        { permission: new Capability('') },
        found('RR1008', isPermission, { received: '""' }),
      ],
      [
        'a combination without parts',
        { permission: combination() },
        found('RR1008', isPermission, { expected: 'a permission in anyOf', received: 'none' }),
      ],
      [
        'a combination with something else',
        { permission: combination(undefined) },
        found('RR1008', isPermission, { expected: partOfAnyOf, received: 'no permission' }),
      ],
      [
        'a combination with public access',
        { permission: combination(new PublicAccess()) },
        found('RR1008', isPermission, { expected: partOfAnyOf, received: 'PublicAccess' }),
      ],
      [
        'a combination with a capability without a name',
        { permission: combination(new Capability('')) },
        found('RR1008', isPermission, { expected: 'the name of a capability', received: '""' }),
      ],
      [
        'a combination with an empty one',
        { permission: combination(new PermissionCombination('allOf', [] as never)) },
        found('RR1008', isPermission, { expected: 'a permission in allOf', received: 'none' }),
      ],
    ],
  },

  'a callback is a public static method': {
    valid: [],
    wrong: [
      [
        'a function without a name',
        { permission: new Callback(() => true) },
        found('RR1009', { kind: 'callback', at: 'reference' }, { received: 'a function' }),
      ],
      [
        'a function of another name',
        {
          permission: new Callback(function mayEdit() {
            return true;
          }),
        },
        found('RR1009', { kind: 'callback', at: 'reference' }, { received: 'mayEdit' }),
      ],
    ],
  },

  'a callback takes arguments of its route': {
    valid: [
      [
        'the same type, whatever its limits',
        { parameters: [[Param({ name: 'id', type: 'integer', minimum: 1 })]], callback: [[id]] },
      ],
      ['only its name', { parameters: [[id]], callback: [[Param({ name: 'id' })]] }],
    ],
    wrong: [
      [
        'an argument that the route does not have',
        { parameters: [[id]], callback: [[id], [Param({ name: 'owner', type: 'integer' })]] },
        found('RR1010', { kind: 'callback-argument', name: 'owner', index: 1 }),
      ],
      [
        'another type',
        { parameters: [[id]], callback: [[Param({ name: 'id', type: 'string' })]] },
        found('RR1011', undefined, { expected: 'integer', received: 'string' }),
      ],
      [
        'other values',
        { parameters: [[id]], callback: [[Param({ name: 'id', type: 'integer', enum: [1] })]] },
        found('RR1011', undefined, { expected: 'integer', received: 'integer of [1]' }),
      ],
      [
        'other elements',
        {
          parameters: [[id]],
          callback: [[Param({ name: 'id', schema: { type: 'array', items: { type: 'string' } } })]],
        },
        found('RR1011', undefined, {
          expected: 'integer',
          received: 'array of {"type":"string"}',
        }),
      ],
      [
        'a parameter without a type',
        { parameters: [[id]], callback: [[Param({ minimum: 1 })]] },
        found('RR1016', { kind: 'parameter', owner: 'callback', index: 0, aspect: 'type' }),
      ],
    ],
  },

  'a batch may call routes that change something': {
    valid: [
      [
        'a route that serves POST beside GET',
        { options: { batch: true }, methods: ['GET', 'POST'] },
      ],
      ['a route that does not allow batches', { options: { batch: false }, parameters: [[Res()]] }],
    ],
    wrong: [
      [
        'a route that serves only GET',
        { options: { batch: true } },
        found('RR1032', inOptions, {
          expected: 'POST, PUT, PATCH or DELETE',
          received: 'only GET',
        }),
      ],
      [
        'a route without any method has only the diagnostic of its methods',
        { options: { batch: true }, methods: [] },
        found('RR1023'),
      ],
      [
        'a route that sends its response itself',
        { options: { batch: true }, methods: ['POST'], parameters: [[Res()]] },
        found('RR1032', inOptions, {
          expected: 'a method that returns its response',
          received: '@Res()',
        }),
      ],
    ],
  },

  'a route that executes requests once changes something and returns its response': {
    valid: [
      ['a POST', { options: { idempotent: true }, methods: ['POST'] }],
      [
        'a PATCH with its options',
        { options: { idempotent: { ttl: '7d', required: true } }, methods: ['PATCH'] },
      ],
      ['a GET that states that it does not', { options: { idempotent: false } }],
    ],
    wrong: [
      [
        'a GET',
        { options: { idempotent: true } },
        found('RR1079', inOptions, { expected: 'POST, PUT, PATCH or DELETE', received: 'GET' }),
      ],
      [
        'a route that sends its response itself',
        { options: { idempotent: true }, methods: ['POST'], parameters: [[Res()]] },
        found('RR1079', inOptions, {
          expected: 'a method that returns its response',
          received: '@Res()',
        }),
      ],
      [
        'a tool that requires the header, which tools do not send',
        { options: { idempotent: { required: true }, tool: true }, methods: ['POST'] },
        found('RR1079', inOptions, { received: 'required' }),
      ],
      [
        'a lifetime of nothing',
        { options: { idempotent: { ttl: '0s' } }, methods: ['POST'] },
        found('RR1038', inOptions, { received: '{"ttl":"0s"}' }),
      ],
    ],
  },

  'a versioned route has a version, and can compare it': {
    valid: [
      ['a GET', { options: { version: 'updatedAt' } }],
      ['a POST', { options: { version: 'updatedAt' }, methods: ['POST'] }],
      [
        'a PUT with the request, and a function',
        {
          options: { version: ({ at }: { at: Date }) => at },
          methods: ['PUT'],
          parameters: [[Param({ inject: RestRequest })]],
        },
      ],
    ],
    wrong: [
      [
        'an empty name',
        { options: { version: '' } },
        found('RR1038', inOptions, { received: '""' }),
      ],
      [
        'neither a name nor a function',
        { options: { version: true as never } },
        found('RR1038', inOptions, { received: 'true' }),
      ],
      [
        'a route that sends its response itself',
        { options: { version: 'updatedAt' }, parameters: [[Res()]] },
        found('RR1080', inOptions, { received: '@Res()' }),
      ],
      [
        'a tool, which sends no header',
        {
          options: { version: 'updatedAt', tool: true },
          methods: ['PATCH'],
          parameters: [[Param({ inject: RestRequest })]],
        },
        found('RR1080', inOptions, { received: 'tool' }),
      ],
      [
        'a DELETE without the request',
        { options: { version: 'updatedAt' }, methods: ['DELETE'] },
        found('RR1081', inOptions, {
          expected: 'a parameter request: RestRequest',
          received: 'none',
        }),
      ],
    ],
  },

  'a public route that writes may state that it is meant': {
    valid: [
      ['a public route', { options: { publicWrite: true }, methods: ['GET', 'POST'] }],
      ['a route that does not state it', { options: { publicWrite: false } }],
    ],
    wrong: [
      [
        'a route that serves only GET',
        { options: { publicWrite: true } },
        found('RR1073', inOptions, { received: 'only GET' }),
      ],
      [
        'a route that is not public',
        {
          options: { publicWrite: true },
          methods: ['POST'],
          permission: new Capability('edit_items'),
        },
        found('RR1073', inOptions, { received: 'the permission capability' }),
      ],
    ],
  },

  'declared responses have a type': {
    valid: [['a route that sends what it returns', { options: { responses: 'returned' } }]],
    wrong: [
      [
        'no return type',
        { options: { responses: 'declared' } },
        found('RR1036', inOptions, {
          expected: 'a return type that states the name and the type of each property',
          received: 'no return type',
        }),
      ],
      [
        'a method that sends its response itself',
        { options: { responses: 'declared' }, parameters: [[Res()]] },
        found('RR1036', inOptions, { received: '@Res()' }),
      ],
      [
        'another word',
        { options: { responses: 'all' } },
        found('RR1036', inOptions, { expected: "'declared', 'returned' or { schema }" }),
      ],
    ],
  },

  "decorators of Nest's have an effect": {
    valid: [],
    wrong: [
      [
        '@Redirect',
        { decorators: [Redirect('/elsewhere')] },
        found('RR1026', { kind: 'decorator', name: '@Redirect' }, { received: '@Redirect' }),
      ],
      [
        '@Sse beside @Redirect',
        { decorators: [Sse(), Redirect('/elsewhere')] },
        found('RR1026', undefined, { received: '@Redirect' }),
        found('RR1026', undefined, { received: '@Sse' }),
      ],
    ],
  },
});
