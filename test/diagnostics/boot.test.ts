import type { Type } from '@nestjs/common';
import {
  Callback,
  Capability,
  DeclarationException,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import { Test } from '@nestjs/testing';
import { describe, expect, test } from 'vitest';
import { withSignature } from '../support/signature-of.js';

class Unprovided {}
const open = new PublicAccess();
const id = { name: 'id', type: 'integer' } as const;

@RestController('/v1')
class Wrong {
  @RestRoute('/{id}', HttpMethod.Get, open) path() {}

  @RestRoute('', HttpMethod.Get, open)
  parameter(@Param(id) _id: number, @Param({ minimum: 1 }) _page: number) {}

  @RestRoute('', HttpMethod.Put, open) limit(@Param({ ...id, minLength: 2 }) _id: number) {}

  @RestRoute('', HttpMethod.Post, open) service(@Param({ inject: Unprovided }) _s: Unprovided) {}

  @RestRoute('/own', HttpMethod.Get, new Capability('')) permission() {}
}

@RestController('v1')
class WrongCallback {
  @RestRoute('', HttpMethod.Patch, new Callback(WrongCallback.may)) callback() {}

  static may(@Param(id) _id: number, @Param({ minimum: 1 }) _page: number): boolean {
    return true;
  }
}

/** What each rule reports is in `test/routes/rules`. */
describe('an application with an invalid declaration does not start', () => {
  test('everything that is wrong is listed at once, with its class, its method and its parameter', async () => {
    const { message } = await rejectionOf([Wrong, WrongCallback]);
    const places = [...message.matchAll(/(RR\d{4}): .*? \((Wrong[^)]*)\)\. Expected/g)];
    expect(new Set(places.map(([, code, place]) => `${code} ${place}`))).toEqual(
      new Set([
        'RR1002 Wrong',
        'RR1003 Wrong.path, {id}',
        'RR1006 Wrong.limit, id',
        'RR1008 Wrong.permission',
        'RR1010 WrongCallback.callback, callback parameter id',
        'RR1016 Wrong.parameter, parameter 2',
        'RR1019 Wrong.service, Unprovided',
      ]),
    );
    expect(message).toContain(
      'The same holds for: WrongCallback.callback, permission callback, parameter 2.',
    );
  });

  test('each line says what was expected, what was received and how to fix it', async () => {
    const C = routed(new Capability(''));
    const { message } = await rejectionOf([C]);
    expect(message).toMatch(
      /RR1008: .+ \(C\.get\)\. Expected the name of a capability; received ""\. \w.+\./,
    );
  });

  test('RR1009: a callback that is a method of an instance', async () => {
    class C {
      get() {}
      may(): boolean {
        return true;
      }
    }
    const get = Object.getOwnPropertyDescriptor(C.prototype, 'get') ?? {};
    const { may } = C.prototype;
    RestRoute('', HttpMethod.Get, new Callback(may))(C.prototype, 'get', get);
    RestController('v1')(C);
    expect(await codesOf([C])).toEqual(['RR1009']);
  });

  test('RR1013: the same path and method twice', async () => {
    @RestController('v1')
    class C {
      @RestRoute('/a', HttpMethod.Get, open) one() {}
      @RestRoute('/A/', HttpMethod.Get, open) two() {}
    }
    const { diagnostics } = await rejectionOf([C]);
    expect(diagnostics).toMatchObject([
      {
        code: 'RR1013',
        methodName: 'two',
        expected: 'one method for the path',
        received: 'GET /v1/A also at C.one',
      },
    ]);
  });

  test('RR1013: a base and a path that join to the path of another controller, once a method', async () => {
    @RestController('v1', '/items')
    class First {
      @RestRoute('', [HttpMethod.Get, HttpMethod.Post], open) get() {}
    }
    @RestController('v1')
    class Second {
      @RestRoute('/items', [HttpMethod.Get, HttpMethod.Post], open) get() {}
    }
    const { diagnostics } = await rejectionOf([First, Second]);
    expect(diagnostics).toMatchObject([
      { className: 'Second', received: 'GET /v1/items also at First.get' },
      { className: 'Second', received: 'POST /v1/items also at First.get' },
    ]);
  });

  test('RR1017: a signature of another format', async () => {
    const C = withSignature(routed(), { format: 99, methods: {}, faults: ['RR2001: …'] });
    const { diagnostics } = await rejectionOf([C]);
    expect(diagnostics).toMatchObject([{ code: 'RR1017', received: 'format 99' }]);
  });

  test('RR1027: each diagnostic that a watching compiler left in the signature', async () => {
    const faults = ['RR2001: one', 'RR2001: two'];
    const C = withSignature(routed(), { methods: { get: { parameters: [] } }, faults });
    const { diagnostics } = await rejectionOf([C]);
    expect(diagnostics).toMatchObject([
      { code: 'RR1027', received: 'RR2001: one' },
      { code: 'RR1027', received: 'RR2001: two' },
    ]);
  });

  test.each([['a/'], [''], ['a b']])('RR1025: the namespace %j', async (namespace) => {
    const { diagnostics } = await rejectionOf([routed()], namespace);
    expect(diagnostics).toMatchObject([{ code: 'RR1025', received: JSON.stringify(namespace) }]);
  });

  test('without a namespace in the options, package.json states it', async () => {
    const app = await application([routed()], undefined);
    await app.init();
    await app.close();
  });
});

function routed(permission: Capability | PublicAccess = open): Type {
  @RestController('v1')
  class C {
    @RestRoute('', HttpMethod.Get, permission) get() {}
  }
  return C;
}

async function application(providers: readonly Type[], namespace: string | undefined) {
  const options = namespace === undefined ? {} : { namespace };
  const imports = [RestModule.forRoot(options)];
  const module = await Test.createTestingModule({ imports, providers: [...providers] }).compile();
  return module.createNestApplication({ logger: false });
}

async function rejectionOf(
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

async function codesOf(providers: readonly Type[]) {
  const { diagnostics } = await rejectionOf(providers);
  return diagnostics.map(({ code }) => code);
}
