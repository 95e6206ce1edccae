import type { DeclaredType } from '../../lib/types/type.js';
import { describe, expect, test } from 'vitest';
import type { ParameterDeclaration } from '../../lib/routes/declaration/parameter-declaration.js';
import { compileHandler } from '../../lib/routes/compile-handler.js';
import { callbackArgumentRule } from '../../lib/routes/rules/permission.rules.js';
import {
  placeholderRule,
  fileDecoratorRule,
  fileMethodRule,
} from '../../lib/routes/rules/route.rules.js';
import { checkRouteParameters } from '../../lib/routes/rules/check-parameters.js';
import {
  argument,
  COMPILER_READERS,
  parameterWith,
  callbackSubject,
  routeSubject,
  routeWith,
} from './support/subject.js';

const FILE = { kind: 'file' } as const satisfies DeclaredType;
const FILES = { kind: 'array', items: FILE } as const satisfies DeclaredType;
const BINARY = { type: 'string', format: 'binary' };

const file = {
  ...argument('cover', { type: 'string', format: 'binary' }),
  file: { isList: false },
};

function check(type: DeclaredType, more: Partial<ParameterDeclaration> = {}) {
  const parameter = parameterWith({ signature: { name: 'cover', type }, ...more });
  return checkRouteParameters(routeWith({ parameters: [parameter] }), COMPILER_READERS);
}

describe('a parameter of the type UploadedFile', () => {
  test('is an argument that is required', () => {
    expect(check(FILE).values).toEqual([
      {
        kind: 'argument',
        index: 0,
        name: 'cover',
        schema: { ...BINARY, required: true },
        hydrations: [],
        file: { isList: false },
      },
    ]);
  });

  test('is known by decorator metadata, with the name that @Param gives it', () => {
    const parameter = parameterWith({ designType: FILE, options: { name: 'cover' } });
    const { values, findings } = checkRouteParameters(
      routeWith({ parameters: [parameter] }),
      COMPILER_READERS,
    );
    expect(findings).toEqual([]);
    expect(values).toMatchObject([{ name: 'cover', file: { isList: false } }]);
  });

  test('may be null, and have null as its default', () => {
    const signature = { name: 'cover', type: { ...FILE, nullable: true }, optional: true } as const;
    expect(check(FILE, { signature: { ...signature, default: null } }).values).toMatchObject([
      { schema: { type: ['string', 'null'], format: 'binary', required: false, default: null } },
    ]);
  });

  test('may be a list, with limits of its length', () => {
    const list = { items: FILE, limits: { minItems: 1, maxItems: 3 } };
    expect(check(FILES, { list }).values).toMatchObject([
      {
        schema: { type: 'array', items: BINARY, minItems: 1, maxItems: 3, required: true },
        file: { isList: true, minItems: 1, maxItems: 3 },
      },
    ]);
  });

  test('may have an empty list as its default', () => {
    const signature = { name: 'pages', type: FILES, optional: true, default: [] } as const;
    const { values, findings } = check(FILES, { signature });
    expect(findings).toEqual([]);
    expect(values).toMatchObject([{ schema: { required: false, default: [] } }]);
  });

  test('has the limits of @Param, in bytes and in lower case', () => {
    const options = { maxSize: '2 KiB', mediaTypes: ['image/*', 'Application/PDF'] } as const;
    expect(check(FILE, { options }).values).toMatchObject([
      { file: { isList: false, maxSize: 2048, mediaTypes: ['image/*', 'application/pdf'] } },
    ]);
  });

  test.each([
    ['maxSize', { maxSize: 0 }, 'bytes as a positive integer', '0'],
    ['maxSize', { maxSize: '10 Mbit' as '10 MiB' }, 'maxSize: ', '"10 Mbit"'],
    ['mediaTypes', { mediaTypes: [] }, 'mediaTypes: ', '[]'],
    ['mediaTypes', { mediaTypes: ['png'] }, 'mediaTypes: ', '["png"]'],
    ['mediaTypes', { mediaTypes: 'image/png' as never }, 'mediaTypes: ', '"image/png"'],
    ['another limit', { maxLength: 3 }, 'maxSize, mediaTypes', 'maxLength'],
    ['a count', { maxItems: 3 }, 'maxSize, mediaTypes', 'maxItems'],
  ])('with an invalid %s is RR1006', (_title, options, expected, received) => {
    expect(check(FILE, { options }).findings).toMatchObject([
      {
        code: 'RR1006',
        part: { aspect: '@Param' },
        expected: expect.stringContaining(expected) as string,
        received,
      },
    ]);
  });

  test('with a default that is a value is RR1015', () => {
    expect(check(FILE, { options: { default: 'x' } }).findings).toMatchObject([
      { code: 'RR1015', expected: 'null or no default', received: '"x"' },
    ]);
    expect(check(FILES, { options: { default: ['x'] } }).findings).toMatchObject([
      { code: 'RR1015', expected: 'null, [] or no default', received: '["x"]' },
    ]);
  });

  test('whose type @Param replaces is RR1006', () => {
    expect(check(FILE, { options: { type: 'string' } }).findings).toMatchObject([
      { code: 'RR1006', received: 'another type' },
    ]);
  });

  test('that is injected is RR1019', () => {
    expect(check(FILE, { statesInjection: true }).findings).toMatchObject([{ code: 'RR1019' }]);
  });
});

describe('a file within another type is RR1035', () => {
  test.each<[string, DeclaredType]>([
    ['an object', { kind: 'object', properties: [{ name: 'image', type: FILE }] }],
    ['a map', { kind: 'object', additional: FILE }],
    ['a union', { kind: 'union', options: [FILE, { kind: 'string' }] }],
    ['a list of lists', { kind: 'array', items: FILES }],
    ['a list with null', { kind: 'array', items: { ...FILE, nullable: true } }],
  ])('in %s', (_title, type) => {
    expect(check(type).findings).toMatchObject([{ code: 'RR1035', part: { aspect: 'type' } }]);
  });
});

test('the options of files on a parameter that is none are RR1006', () => {
  const options = { maxSize: 1, mediaTypes: ['image/png'] };
  expect(check({ kind: 'string' }, { options }).findings).toMatchObject([
    { code: 'RR1006', received: 'maxSize' },
    { code: 'RR1006', received: 'mediaTypes' },
  ]);
  const properties = [{ name: 'image', type: { kind: 'string' }, files: { maxSize: 1 } }] as const;
  expect(check({ kind: 'object', properties }).findings).toMatchObject([
    { code: 'RR1006', received: 'maxSize (image)' },
  ]);
});

describe('the methods of a route with a file', () => {
  test.each([[['POST']], [['PUT']], [['PATCH']], [['GET', 'POST']]])('may be %j', (methods) => {
    expect(fileMethodRule(routeSubject({ methods }, { parameters: [file] }))).toEqual([]);
  });

  test.each([[['GET']], [['DELETE']], [['GET', 'DELETE']]])('%j are RR1033', (methods) => {
    expect(fileMethodRule(routeSubject({ methods }, { parameters: [file] }))).toEqual([
      {
        code: 'RR1033',
        part: { kind: 'parameter', owner: 'route', index: 0, name: 'cover' },
        expected: 'POST, PUT or PATCH',
        received: methods.join(', '),
      },
    ]);
  });

  test('of a route without a file are not looked at', () => {
    expect(fileMethodRule(routeSubject({}, { parameters: [argument('page')] }))).toEqual([]);
  });
});

test('a file in a placeholder is RR1005', () => {
  const subject = routeSubject({ path: '/{cover}', methods: ['POST'] }, { parameters: [file] });
  expect(placeholderRule(subject)).toMatchObject([{ code: 'RR1005', received: 'a file' }]);
});

test("a file beside Nest's own file decorators is RR1034 at the other parameter", () => {
  const readers = { fileDecorators: () => [{ name: '@UploadedFiles', index: 2 }] };
  expect(fileDecoratorRule(routeSubject({}, { parameters: [file], readers }))).toEqual([
    {
      code: 'RR1034',
      part: { kind: 'parameter', owner: 'route', index: 2 },
      expected: 'parameters of the type UploadedFile only',
      received: '@UploadedFiles',
    },
  ]);
  expect(fileDecoratorRule(routeSubject({}, { readers }))).toEqual([]);
  expect(fileDecoratorRule(routeSubject({}, { parameters: [file] }))).toEqual([]);
});

test('a callback may take the file of its route, and no text in its place', () => {
  const permission = {
    kind: 'callback',
    name: 'may',
    isStatic: true,
    parameters: [],
  } as const;
  const subject = (wanted: typeof file | ReturnType<typeof argument>) =>
    callbackSubject(permission, { parameters: [file], callbackParameters: [wanted] });
  expect(callbackArgumentRule(subject(file))).toEqual([]);
  expect(callbackArgumentRule(subject(argument('cover', { type: 'string' })))).toMatchObject([
    { code: 'RR1011', expected: 'UploadedFile', received: 'string' },
  ]);
});

test('a callback of a plain handler that takes a file is RR1065', () => {
  const parameters = [parameterWith({ signature: { name: 'cover', type: FILE } })];
  const permission = { kind: 'callback', name: 'may', isStatic: true, parameters } as const;
  const checked = compileHandler({ className: 'Plain', permission }, COMPILER_READERS);
  expect(checked).toMatchObject([{ code: 'RR1065', received: 'the argument cover' }]);
});
