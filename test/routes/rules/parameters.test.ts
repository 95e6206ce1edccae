import { Injectable } from '@nestjs/common';
import { Arguments, ListOf, Param, UploadedFile, ValueClass } from 'nestjs-rest-routes';
import { expect } from 'vitest';
import { z } from 'zod';
import { found, testRules } from './support/rule-table.js';

class Unprovided {}
class Empty {}

@Injectable()
class Books {}

@ValueClass()
class Inner {
  @Param({ type: 'string', minimum: 1 }) a!: string;
}

@ValueClass()
class Line {
  @Param() @ListOf(Inner) parts!: Inner[];
}

@ValueClass()
class Recursive {
  @Param() @ListOf(Recursive) parts!: Recursive[];
}

@ValueClass()
class Renamed {
  @Param({ type: 'integer', name: 'size' }) width!: number;
  @Param({ type: 'integer', name: 'width' }) size!: number;
}

@ValueClass()
class RenamedTwice {
  @Param({ type: 'integer', name: 'size' }) width!: number;
  @Param({ type: 'integer' }) size!: number;
}

@ValueClass()
class WithSchema {
  @Param({ schema: z.string() }) x!: string;
}

@ValueClass()
class Paging {
  @Param({ type: 'integer', default: 1 }) page!: number;
}

const one = (...decorators: readonly ParameterDecorator[]) => ({ parameters: [decorators] });
const text = (name: string) => Param({ name, type: 'string' });
const cover = Param({ name: 'cover', type: UploadedFile });
const atFirst = { kind: 'parameter', owner: 'route', index: 0, name: 'a' };
const contains = (words: string) => expect.stringContaining(words) as unknown;

testRules(
  {
    'a placeholder has a parameter that fills it': {
      valid: [
        ['an integer', { path: '/{id}', ...one(Param({ name: 'id', type: 'integer' })) }],
        ['a string', { path: '/{id}', ...one(text('id')) }],
        ['an enum of strings', { path: '/{id}', ...one(Param({ name: 'id', enum: ['a', 'b'] })) }],
        ['an enum of numbers', { path: '/{id}', ...one(Param({ name: 'id', enum: [1, 2.5] })) }],
        [
          'a property of @Arguments',
          { path: '/{id}', ...one(Arguments({ id: { type: 'integer' } })) },
        ],
      ],
      wrong: [
        ['no parameter', { path: '/{id}' }, found('RR1003', { kind: 'placeholder', name: 'id' })],
        [
          'no property of @Arguments',
          { path: '/{slug}', ...one(Arguments({ id: { type: 'integer' } })) },
          found('RR1003'),
        ],
        [
          'a parameter with a diagnostic of its own is not missing too',
          { path: '/{id}', ...one(Param({ minimum: 1 })) },
          found('RR1016'),
        ],
        [
          'an optional parameter',
          {
            path: '/{id}',
            parameters: [
              [text('other')],
              [Param({ name: 'id', type: 'integer', required: false })],
            ],
          },
          found('RR1004', { kind: 'placeholder', name: 'id', parameterIndex: 1 }),
        ],
        [
          'an optional property of @Arguments',
          { path: '/{q}', ...one(Arguments({ q: { type: 'string', required: false } })) },
          found('RR1004'),
        ],
        ...[
          ['a float', Param({ name: 'id', type: 'number' })] as const,
          ['a list', Param({ name: 'id', schema: { type: 'array' } })] as const,
          ['a nullable integer', Param({ name: 'id', type: 'integer', nullable: true })] as const,
          ['a boolean', Param({ name: 'id', type: 'boolean' })] as const,
        ].map(
          ([title, decorator]) =>
            [
              title,
              { path: '/{id}', ...one(decorator) },
              found('RR1005', { kind: 'placeholder', name: 'id', parameterIndex: 0 }),
            ] as const,
        ),
        [
          'a file',
          { path: '/{cover}', methods: ['POST'], ...one(cover) },
          found('RR1005', undefined, { received: 'a file' }),
        ],
      ],
    },

    'arguments have names that differ': {
      valid: [
        ['two names', { parameters: [[text('a')], [text('b')]] }],
        ['properties with names of each other', one(Param({ name: 'a', type: Renamed }))],
      ],
      wrong: [
        [
          'properties of a value class',
          one(Param({ name: 'a', type: RenamedTwice })),
          found('RR1021', undefined, { received: 'size twice (RenamedTwice.size)' }),
        ],
        [
          'properties of a value class as arguments',
          one(Arguments(RenamedTwice)),
          found('RR1021', undefined, { received: 'size twice' }),
        ],
        [
          'a name twice',
          { parameters: [[text('a')], [text('b')], [text('a')]] },
          found(
            'RR1021',
            { ...atFirst, index: 2, aspect: 'name' },
            { expected: 'names that differ', received: 'a twice' },
          ),
        ],
        [
          'a property of @Arguments and a parameter',
          { parameters: [[Arguments({ q: { type: 'string' } })], [text('q')]] },
          found('RR1021', undefined, { received: 'q twice' }),
        ],
        [
          'properties of two @Arguments',
          {
            parameters: [
              [Arguments({ id: { type: 'integer' }, q: { type: 'string' } })],
              [Arguments({ id: { type: 'integer' }, q: { type: 'string' } })],
            ],
          },
          found('RR1021', undefined, { received: 'id twice' }),
          found('RR1021', undefined, { received: 'q twice' }),
        ],
      ],
    },

    'a parameter has a type': {
      valid: [
        ['a service that the module provides', one(Param({ inject: Books }))],
        ['a value class', { methods: ['POST'], ...one(Param({ name: 'a', type: Paging })) }],
        ['@Arguments of a value class', one(Arguments(Paging))],
        [
          'a list of a class that holds itself',
          { methods: ['POST'], ...one(Param({ name: 'a' }), ListOf(Recursive)) },
        ],
        ['@Arguments of a class that holds itself', one(Arguments(Recursive))],
      ],
      wrong: [
        [
          'nothing is known of it',
          { parameters: [[text('a')], [Param({ minimum: 1 })]] },
          found('RR1016', { kind: 'parameter', owner: 'route', index: 1, aspect: 'type' }),
        ],
        [
          'texts beside numbers',
          one(Param({ name: 'a', enum: ['x', 1] })),
          found('RR1014', { ...atFirst, aspect: 'type' }),
        ],
        [
          '@ListOf on a parameter that is not a list',
          one(text('a'), ListOf(['x'])),
          found('RR1018', { ...atFirst, aspect: '@ListOf' }),
        ],
        [
          'a service without a provider',
          one(Param({ inject: Unprovided })),
          found(
            'RR1019',
            { kind: 'service', name: 'Unprovided', owner: 'route', index: 0 },
            { expected: contains('a provider of Unprovided'), received: 'neither' },
          ),
        ],
        [
          'a service of a callback without a provider',
          { callback: [[Param({ inject: Unprovided })]] },
          found('RR1019', { kind: 'service', name: 'Unprovided', owner: 'callback', index: 0 }),
        ],
        [
          '@Arguments of a class without properties',
          one(Arguments(Empty as never)),
          found('RR1020', undefined, { received: 'Empty' }),
        ],
        [
          'a list of a class without properties',
          one(Param({ name: 'a' }), ListOf(Empty)),
          found('RR1020', undefined, { received: 'Empty' }),
        ],
        [
          'each property of @Arguments that is wrong',
          one(Arguments({ b: { type: 'integer', minLength: 1 }, c: { enum: ['x', 1] } })),
          found('RR1006', expect.objectContaining({ properties: ['b'] }) as object),
          found('RR1014', expect.objectContaining({ properties: ['c'] }) as object),
        ],
      ],
    },

    'limits and defaults fit the type': {
      valid: [
        [
          'a default that data as schema reject, as in WordPress',
          one(Param({ name: 'a', schema: { type: 'integer', default: 'x' } })),
        ],
        ['a Standard Schema', one(Param({ name: 'a', schema: z.string() }))],
      ],
      wrong: [
        [
          'a limit of another type',
          one(Param({ name: 'a', type: 'integer', minLength: 1 })),
          found('RR1006', { ...atFirst, aspect: '@Param' }),
        ],
        [
          'a pattern that does not compile',
          one(Param({ name: 'a', type: 'string', pattern: '(' })),
          found('RR1006', { ...atFirst, aspect: '@Param' }),
        ],
        [
          'a minimum above the maximum',
          one(Param({ name: 'a', type: 'integer', minimum: 5, maximum: 1 })),
          found('RR1006', { ...atFirst, aspect: '@Param' }),
        ],
        [
          'an invalid limit of a list',
          one(Param({ name: 'a' }), ListOf('string', { minItems: -1 })),
          found('RR1006', { ...atFirst, aspect: '@ListOf' }),
        ],
        ...(
          [
            [
              'a list without items',
              { type: 'array' },
              "items, or @ListOf(items), beside type: 'array'",
            ],
            [
              'items beside another type',
              { type: 'string', items: { type: 'string' } },
              "type: 'array' beside items",
            ],
            [
              'properties beside another type',
              { type: 'string', properties: {} },
              "type: 'object' beside properties",
            ],
            [
              'a map beside another type',
              { type: 'string', additionalProperties: true },
              "type: 'object' beside additionalProperties",
            ],
            ['no alternative', { anyOf: [] }, 'a union of at least one type'],
            [
              'a property without a type',
              { properties: { a: { properties: { b: {} } } } },
              'type, enum, anyOf, properties or items',
              ['a', 'b'],
            ],
            [
              'a property that is no options',
              { properties: { a: null } },
              'type, enum, anyOf, properties or items',
              ['a'],
            ],
          ] as const
        ).map(
          ([title, options, expected, properties]) =>
            [
              title,
              one(Param({ name: 'a', ...options } as never)),
              found(
                'RR1006',
                properties === undefined
                  ? undefined
                  : (expect.objectContaining({ properties }) as object),
                { expected },
              ),
            ] as const,
        ),
        [
          'a default that the type rejects',
          one(Param({ name: 'a', type: 'integer', default: 1.5 })),
          found('RR1015', { ...atFirst, aspect: 'default' }),
        ],
        [
          'a default that a Standard Schema rejects',
          one(Param({ name: 'a', schema: z.string().min(2), default: 'x' })),
          found('RR1015', undefined, { expected: contains('Too small'), received: '"x"' }),
        ],
        [
          'a limit within a list of value classes, which has the path to its property',
          one(Param({ name: 'a' }), ListOf(Line)),
          found('RR1006', { ...atFirst, aspect: '@Param', properties: ['parts', 'a'] }),
        ],
        [
          'a Standard Schema within a value class',
          one(Param({ name: 'a', type: WithSchema })),
          found('RR1006', expect.objectContaining({ properties: ['x'] }) as object, {
            received: 'a Standard Schema (WithSchema.x)',
          }),
        ],
        [
          'a keyword within data as schema, by its path',
          one(
            Param({
              name: 'a',
              schema: {
                type: 'array',
                items: { type: 'object', properties: { b: { type: 'string', minLength: -1 } } },
              },
            }),
          ),
          found('RR1006', undefined, { expected: contains('items.properties.b.minLength: ') }),
        ],
        ...(
          [
            [
              'a type beside a schema',
              { schema: { type: 'string' }, type: 'string' },
              'schema and type',
            ],
            [
              'properties beside a schema',
              { schema: z.string(), properties: {} },
              'schema and properties',
            ],
            ['limits beside a Standard Schema', { schema: z.string(), minLength: 1 }, 'minLength'],
            ['a text as schema', { schema: 'string' }, 'string'],
            ['null as schema', { schema: null }, 'null'],
          ] as const
        ).map(
          ([title, options, received]) =>
            [
              title,
              one(Param({ name: 'a', ...options } as never)),
              found('RR1006', undefined, { received }),
            ] as const,
        ),
      ],
    },

    'a file is in a form': {
      valid: [
        ...[['POST'], ['PUT'], ['PATCH'], ['GET', 'POST']].map(
          (methods) => [`of ${methods.join()}`, { methods, ...one(cover) }] as const,
        ),
        [
          'that may be null',
          {
            methods: ['POST'],
            ...one(Param({ name: 'a', type: UploadedFile, nullable: true, default: null })),
          },
        ],
        [
          'in a list with limits',
          {
            methods: ['POST'],
            ...one(Param({ name: 'a', default: [] }), ListOf(UploadedFile, { maxItems: 3 })),
          },
        ],
        ['that a callback takes', { methods: ['POST'], ...one(cover), callback: [[cover]] }],
      ],
      wrong: [
        ...[['GET'], ['DELETE'], ['GET', 'DELETE']].map(
          (methods) =>
            [
              `of ${methods.join()}`,
              { methods, ...one(cover) },
              found(
                'RR1033',
                { ...atFirst, name: 'cover' },
                { expected: 'POST, PUT or PATCH', received: methods.join(', ') },
              ),
            ] as const,
        ),
        ...(
          [
            ['a size of zero', { maxSize: 0 }, 'bytes as a positive integer', '0'],
            ['a size in another unit', { maxSize: '10 Mbit' }, 'maxSize: ', '"10 Mbit"'],
            ['no media type', { mediaTypes: [] }, 'mediaTypes: ', '[]'],
            ['half a media type', { mediaTypes: ['png'] }, 'mediaTypes: ', '["png"]'],
            [
              'a media type outside of a list',
              { mediaTypes: 'image/png' },
              'mediaTypes: ',
              '"image/png"',
            ],
            ['a length', { maxLength: 3 }, 'maxSize, mediaTypes', 'maxLength'],
            ['a count', { maxItems: 3 }, 'maxSize, mediaTypes', 'maxItems'],
          ] as const
        ).map(
          ([title, limits, expected, received]) =>
            [
              title,
              {
                methods: ['POST'],
                ...one(Param({ name: 'cover', type: UploadedFile, ...limits } as never)),
              },
              found('RR1006', expect.objectContaining({ aspect: '@Param' }) as object, {
                expected: contains(expected),
                received,
              }),
            ] as const,
        ),
        [
          'a value as its default',
          { methods: ['POST'], ...one(Param({ name: 'a', type: UploadedFile, default: 'x' })) },
          found('RR1015', undefined, { expected: 'null or no default', received: '"x"' }),
        ],
        [
          'a value as the default of a list',
          {
            methods: ['POST'],
            ...one(Param({ name: 'a', default: ['x'] }), ListOf(UploadedFile)),
          },
          found('RR1015', undefined, { expected: 'null, [] or no default', received: '["x"]' }),
        ],
        [
          'the options of files on a text',
          one(Param({ name: 'a', type: 'string', maxSize: 1, mediaTypes: ['image/png'] })),
          found('RR1006', undefined, { received: 'maxSize' }),
          found('RR1006', undefined, { received: 'mediaTypes' }),
        ],
        [
          'the options of files on a property that is a text',
          one(Arguments({ image: { type: 'string', maxSize: 1 } })),
          found('RR1006', undefined, { received: 'maxSize (image)' }),
        ],
        [
          'a callback that takes a text in its place',
          { methods: ['POST'], ...one(cover), callback: [[text('cover')]] },
          found('RR1011', undefined, { expected: 'UploadedFile', received: 'string' }),
        ],
      ],
    },
  },
  [Books],
);
