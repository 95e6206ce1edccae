import { Redirect, type Type } from '@nestjs/common';
import {
  Cache,
  Callback,
  Capability,
  DeclarationException,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRequest,
  RestRoute,
  type DiagnosticCode,
  type Permission,
} from 'nestjs-rest-routes';
import { Test } from '@nestjs/testing';
import { describe, expect, test } from 'vitest';
import { DIAGNOSTICS } from '../../lib/diagnostics/diagnostic-catalogue.js';

class Unprovided {}
class Undeclared {}
const open = new PublicAccess();
const anyPath = (path: string) => path as '';
const id = { name: 'id', type: 'integer' } as const;

/** Each declares one thing wrong. */
const WRONG: readonly (readonly [DiagnosticCode, string, () => Type])[] = [
  [
    'RR1001',
    'a space in a path',
    () => routed((m) => RestRoute(anyPath('/a b'), 'GET', open)(...m)),
  ],
  [
    'RR1001',
    'a path without a slash',
    () => routed((m) => RestRoute(anyPath('items'), 'GET', open)(...m)),
  ],
  [
    'RR1001',
    'a brace that is not closed',
    () => routed((m) => RestRoute('/{id', 'GET', open)(...m)),
  ],
  ['RR1001', 'an empty segment', () => routed((m) => RestRoute('/a//b', 'GET', open)(...m))],
  [
    'RR1001',
    'a base with a question mark',
    () => routed((m) => RestRoute('', 'GET', open)(...m), anyPath('/a?')),
  ],
  [
    'RR1001',
    'a placeholder twice',
    () => {
      class C {
        @RestRoute('/{id}/{id}', HttpMethod.Get, open) get(@Param(id) _id: number) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1002',
    'a version with a slash',
    () => routed((m) => RestRoute('', 'GET', open)(...m), '', '/v1'),
  ],
  [
    'RR1003',
    'a placeholder without a parameter',
    () => routed((m) => RestRoute('/{id}', 'GET', open)(...m)),
  ],
  [
    'RR1004',
    "a placeholder's parameter with a default",
    () => {
      class C {
        @RestRoute('/{id}', HttpMethod.Get, open) get(@Param({ ...id, default: 1 }) _id: number) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1005',
    "a placeholder's parameter that is boolean",
    () => {
      class C {
        @RestRoute('/{id}', HttpMethod.Get, open) get(
          @Param({ name: 'id', type: 'boolean' }) _id: boolean,
        ) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1006',
    'a length on a number',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open) get(@Param({ ...id, minLength: 2 }) _id: number) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1006',
    'a pattern that does not compile',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open) get(
          @Param({ name: 's', type: 'string', pattern: '(' }) _s: string,
        ) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1006',
    'a minimum above the maximum',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open) get(
          @Param({ ...id, minimum: 5, maximum: 1 }) _id: number,
        ) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1007',
    'a route in a class that is no controller',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open) get() {}
      }
      return C;
    },
  ],
  [
    'RR1008',
    'no permission',
    () => routed((m) => RestRoute('', 'GET', undefined as unknown as Permission)(...m)),
  ],
  [
    'RR1008',
    'a capability without a name',
    () => routed((m) => RestRoute('', 'GET', new Capability(''))(...m)),
  ],
  [
    'RR1009',
    'a callback that is an arrow function',
    () => routed((m) => RestRoute('', 'GET', new Callback(() => true))(...m)),
  ],
  [
    'RR1009',
    "a callback that is an instance's method",
    () => {
      class C {
        get() {}
        may(): boolean {
          return true;
        }
      }
      const { may } = C.prototype;
      RestRoute('', HttpMethod.Get, new Callback(may))(C.prototype, 'get', descriptor(C));
      return controller(C);
    },
  ],
  [
    'RR1010',
    'a callback that asks for an argument the route lacks',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, new Callback(C.may)) get() {}
        static may(@Param(id) _id: number): boolean {
          return true;
        }
      }
      return controller(C);
    },
  ],
  [
    'RR1011',
    'a callback that asks for it with another type',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, new Callback(C.may)) get(@Param(id) _id: number) {}
        static may(@Param({ name: 'id', type: 'string' }) _id: string): boolean {
          return true;
        }
      }
      return controller(C);
    },
  ],
  [
    'RR1012',
    'a cache on a POST route',
    () => {
      class C {
        @Cache({ ttl: '5m' }) @RestRoute('', HttpMethod.Post, open) post() {}
      }
      return controller(C);
    },
  ],
  [
    'RR1013',
    'the same path and method twice',
    () => {
      class C {
        @RestRoute('/a', HttpMethod.Get, open) one() {}
        @RestRoute('/A/', HttpMethod.Get, open) two() {}
      }
      return controller(C);
    },
  ],
  [
    'RR1014',
    'an enum of texts and numbers',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open) get(
          @Param({ name: 'a', enum: ['x', 1] }) _a: unknown,
        ) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1015',
    'a default beyond its limit',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open) get(
          @Param({ ...id, maximum: 3, default: 4 }) _id: number,
        ) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1016',
    'a parameter of which nobody says anything',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open) get(_page: number) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1016',
    'a parameter that is half declared',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open) get(@Param({ minimum: 1 }) _page: number) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1018',
    '@ListOf on a parameter that is not a list',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open)
        get(@Param({ name: 'a', type: 'string' }) @ListOf(['x']) _a: string) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1019',
    'a service without a provider',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open) get(@Param({ inject: Unprovided }) _s: Unprovided) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1020',
    'a list of a class that says nothing',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open) get(
          @Param({ name: 'a' }) @ListOf(Undeclared) _a: Undeclared[],
        ) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1021',
    'two arguments of one name',
    () => {
      class C {
        @RestRoute('', HttpMethod.Get, open) get(@Param(id) _a: number, @Param(id) _b: number) {}
      }
      return controller(C);
    },
  ],
  ...[{ headers: [] }, { headers: ['*'] }, { headers: ['a b'] }, 'everybody', null].map(
    (vary): readonly [DiagnosticCode, string, () => Type] => [
      'RR1022',
      `a cached method that varies by ${JSON.stringify(vary)}`,
      () => {
        class C {
          @Cache({ ttl: '5m', vary: vary as never })
          @RestRoute('', HttpMethod.Get, open)
          get() {}
        }
        return controller(C);
      },
    ],
  ),
  [
    'RR1022',
    'a cached method that takes the request without saying what varies',
    () => {
      class C {
        @Cache({ ttl: '5m' })
        @RestRoute('', HttpMethod.Get, open)
        get(@Param({ inject: RestRequest }) _request: RestRequest) {}
      }
      return controller(C);
    },
  ],
  [
    'RR1023',
    'a method that is unknown',
    () => routed((m) => RestRoute('', 'TRACE' as 'GET', open)(...m)),
  ],
  ['RR1023', 'no method', () => routed((m) => RestRoute('', [], open)(...m))],
  [
    'RR1024',
    'a duration without a unit',
    () => {
      class C {
        @Cache({ ttl: 300 as unknown as '5m' }) @RestRoute('', HttpMethod.Get, open) get() {}
      }
      return controller(C);
    },
  ],
  [
    'RR1026',
    "a decorator of Nest's that has no meaning here",
    () => {
      class C {
        @Redirect('/elsewhere') @RestRoute('', HttpMethod.Get, open) get() {}
      }
      return controller(C);
    },
  ],
];

describe('an application with an invalid declaration does not start', () => {
  test.each(WRONG)('%s: %s', async (code, _title, make) => {
    const faults = await faultsOf([make()]);
    expect(faults.map((fault) => fault.code)).toEqual([code]);
    const { message } = await refusalOf([make()]);
    expect(message).toContain(DIAGNOSTICS[code].title);
    expect(message).toContain(DIAGNOSTICS[code].remedy);
    expect(message).toContain(faults[0]?.className ?? '');
  });

  test('everything that is wrong is listed at once', async () => {
    const faults = await faultsOf(WRONG.map(([, , make]) => make()));
    expect(new Set(faults.map(({ code }) => code))).toEqual(new Set(WRONG.map(([code]) => code)));
  });

  test('RR1017: a signature of another format', async () => {
    class C {
      @RestRoute('', HttpMethod.Get, open) get() {}
    }
    const signature = { format: 99, className: 'C', methods: {} };
    Object.defineProperty(C, Symbol.for('nestjs-rest-routes.signature'), {
      value: { signature, references: {} },
    });
    expect((await faultsOf([controller(C)])).map(({ code }) => code)).toEqual(['RR1017']);
  });

  test('RR1027: a diagnostic that a watching compiler left in the signature', async () => {
    class C {
      @RestRoute('', HttpMethod.Get, open) get() {}
    }
    const signature = {
      format: 2,
      className: 'C',
      methods: { get: { parameters: [] } },
      faults: ['RR2001: …'],
    };
    Object.defineProperty(C, Symbol.for('nestjs-rest-routes.signature'), {
      value: { signature, references: {} },
    });
    const [fault] = await faultsOf([controller(C)]);
    expect(fault).toMatchObject({ code: 'RR1027', received: 'RR2001: …' });
  });

  test.each([['a/'], [''], ['a b']])('RR1025: the namespace %j', async (namespace) => {
    const C = routed((m) => RestRoute('', 'GET', open)(...m));
    expect((await faultsOf([C], namespace)).map(({ code }) => code)).toEqual(['RR1025']);
  });

  test('without a namespace in the options, package.json states it', async () => {
    const C = routed((m) => RestRoute('', 'GET', open)(...m));
    const app = await application([C], undefined);
    await app.init();
    await app.close();
  });
});

type MethodTarget = [object, string, PropertyDescriptor];

function routed(
  decorate: (method: MethodTarget) => void,
  base = '' as const,
  version = 'v1',
): Type {
  class C {
    get() {}
  }
  decorate([C.prototype, 'get', descriptor(C)]);
  RestController(version, base)(C);
  return C;
}

function controller(type: Type): Type {
  RestController('v1')(type);
  return type;
}

function descriptor(type: Type): PropertyDescriptor {
  return Object.getOwnPropertyDescriptor(type.prototype, 'get') ?? {};
}

async function application(providers: readonly Type[], namespace: string | undefined) {
  const options = namespace === undefined ? {} : { namespace };
  const imports = [RestModule.forRoot(options)];
  const module = await Test.createTestingModule({ imports, providers: [...providers] }).compile();
  return module.createNestApplication({ logger: false });
}

async function refusalOf(
  providers: readonly Type[],
  namespace = 'acme',
): Promise<DeclarationException> {
  const app = await application(providers, namespace);
  try {
    await app.init();
  } catch (error) {
    if (error instanceof DeclarationException) return error;
    throw error;
  } finally {
    await app.close();
  }
  throw new Error('The application started.');
}

async function faultsOf(providers: readonly Type[], namespace = 'acme') {
  return (await refusalOf(providers, namespace)).diagnostics;
}
