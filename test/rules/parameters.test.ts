import type { DeclaredType } from '../../lib/types/type.js';
import { describe, expect, test } from 'vitest';
import type { ParameterDeclaration } from '../../lib/routes/declaration/parameter-declaration.js';
import {
  checkCallbackParameters,
  checkRouteParameters,
} from '../../lib/routes/rules/check-parameters.js';
import { COMPILER_READERS, parameterWith, routeWith } from './support/subject.js';

const line = { name: 'Line', ref: {} };
const plain = {
  isMarked: false,
  isInjectable: false,
  takesServices: false,
  hasBehaviour: false,
  hasValues: true,
};

function signed(
  type: DeclaredType,
  more: Partial<ParameterDeclaration> = {},
): ParameterDeclaration {
  return parameterWith({ signature: { name: 'a', type }, ...more });
}

function check(parameter: ParameterDeclaration, readers: Partial<typeof COMPILER_READERS> = {}) {
  const route = routeWith({ parameters: [parameter] });
  return checkRouteParameters(route, { ...COMPILER_READERS, ...readers });
}

describe('a parameter without a diagnostic', () => {
  test.each([
    ['an argument', signed({ kind: 'integer' }), 'argument'],
    ['the request', signed({ kind: 'request' }), 'request'],
    ['a service', signed({ kind: 'class', handle: line }), 'service'],
    ['a value of Nest', parameterWith({ filledByNest: true }), 'nest'],
  ])('is %s', (_title, parameter, kind) => {
    const { values, findings } = check(parameter);
    expect(values).toMatchObject([{ kind, index: 0 }]);
    expect(findings).toEqual([]);
  });
});

describe('a parameter with a diagnostic', () => {
  test('has no signature and no declaration by hand: RR1016, by its index', () => {
    expect(check(parameterWith({ index: 2 })).findings).toMatchObject([
      { code: 'RR1016', part: { kind: 'parameter', owner: 'route', index: 2 } },
    ]);
  });

  test('has a type that no schema expresses: RR1014 at the type', () => {
    expect(check(signed({ kind: 'opaque', text: 'Map' })).findings).toMatchObject([
      { code: 'RR1014', part: { name: 'a', aspect: 'type' }, received: 'Map' },
    ]);
  });

  test('has a limit of another type: RR1006 at @Param', () => {
    const parameter = signed({ kind: 'integer' }, { options: { minLength: 1 } });
    expect(check(parameter).findings).toMatchObject([
      { code: 'RR1006', part: { aspect: '@Param' } },
    ]);
  });

  test('has an invalid limit of a list: RR1006 at @ListOf', () => {
    const list = { items: { kind: 'string' }, limits: { minItems: -1 } } as const;
    const type = { kind: 'array', items: { kind: 'string' } } as const;
    expect(check(signed(type, { list })).findings).toMatchObject([
      { code: 'RR1006', part: { aspect: '@ListOf' } },
    ]);
  });

  test('has a default that its schema rejects: RR1015 at the default', () => {
    const signature = { name: 'a', type: { kind: 'integer' }, default: 1.5 } as const;
    expect(check(parameterWith({ signature })).findings).toMatchObject([
      { code: 'RR1015', part: { aspect: 'default' } },
    ]);
  });

  test('is no list, but has @ListOf: RR1018 at @ListOf', () => {
    const list = { items: { kind: 'string' }, limits: {} } as const;
    expect(check(signed({ kind: 'string' }, { list })).findings).toMatchObject([
      { code: 'RR1018', part: { aspect: '@ListOf' } },
    ]);
  });

  test('is a class of values: RR1019 at the type', () => {
    const parameter = signed({ kind: 'class', handle: line });
    expect(check(parameter, { traits: () => plain }).findings).toMatchObject([
      { code: 'RR1019', part: { aspect: 'type' } },
    ]);
  });
});

describe('a list of a value class', () => {
  const lines = signed({ kind: 'array', items: { kind: 'class', handle: line } });

  test('is RR1020 where the class declares no properties', () => {
    expect(check(lines).findings).toMatchObject([{ code: 'RR1020', received: 'Line' }]);
  });

  test('is RR1014 where the class holds itself', () => {
    const properties = () => [lines];
    expect(check(lines, { properties }).findings).toMatchObject([
      { code: 'RR1014', part: { properties: ['a'] } },
    ]);
  });

  test('has the path to the property that is wrong', () => {
    const inner = { name: 'Inner', ref: {} };
    const type = { kind: 'array', items: { kind: 'class', handle: inner } } as const;
    const holder = parameterWith({ signature: { name: 'parts', type } });
    const wrong = signed({ kind: 'string' }, { options: { minimum: 1 } });
    const properties = ({ ref }: { readonly ref: unknown }) => [ref === line.ref ? holder : wrong];
    expect(check(lines, { properties }).findings).toMatchObject([
      {
        code: 'RR1006',
        part: { index: 0, name: 'a', aspect: '@Param', properties: ['parts', 'a'] },
      },
    ]);
  });
});

describe('a parameter of a permission callback', () => {
  const callback = (parameter: ParameterDeclaration) =>
    checkCallbackParameters(
      [signed({ kind: 'integer' }, { index: 1 })],
      { kind: 'callback', name: 'may', isStatic: true, parameters: [parameter] },
      COMPILER_READERS,
    );

  test('that gives only a name has the type of the route', () => {
    const { values } = callback(parameterWith({ options: { name: 'a' } }));
    expect(values).toMatchObject([{ index: 0, name: 'a', schema: { type: 'integer' } }]);
  });

  test('with a diagnostic belongs to the callback', () => {
    const { findings } = callback(parameterWith());
    expect(findings).toMatchObject([{ code: 'RR1016', part: { owner: 'callback', index: 0 } }]);
  });
});
