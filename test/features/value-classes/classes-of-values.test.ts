import { Injectable, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { IsString } from 'class-validator';
import {
  Callback,
  DeclarationException,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';

@ValueClass()
class Line {
  sku!: string;
}

class SpecialLine extends Line {}

@Injectable()
@ValueClass()
class InjectableLine {
  sku!: string;
}

class Validated {
  @IsString() title!: string;
}

class Described {
  @Param() title!: string;
}

/** Only a compiler sees its properties; at run time the class looks empty. */
class Plain {
  title!: string;
}

class WithMethod {
  find() {}
}

const VALUES: readonly Type[] = [Line, SpecialLine, InjectableLine, Validated, Described];

describe.each(VALUES)('the class of values $name', (type) => {
  test('An application does not start with a class of values as the type of a parameter, and the diagnostic names @ListOf', async () => {
    const [fault, ...others] = (await refusalOf(taking(type))).diagnostics;
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ code: 'RR1019', methodName: 'get' });
    expect(fault?.expected).toContain(`@ListOf(${type.name})`);
    expect(fault?.received).toBe(`${type.name}, a class of values`);
  });

  test('A class of values is never injected as a service, even if a module provides it', async () => {
    expect((await refusalOf(taking(type), [type])).diagnostics).toMatchObject([{ code: 'RR1019' }]);
  });

  test('A class of values is never injected into a permission callback', async () => {
    const { diagnostics } = await refusalOf(asking(type), [type]);
    expect(diagnostics).toMatchObject([{ code: 'RR1019', methodName: 'get, permission callback' }]);
  });
});

describe('a class that nothing describes', () => {
  test('is rejected without a provider, with a diagnostic that names @ListOf first', async () => {
    const [fault] = (await refusalOf(taking(Plain))).diagnostics;
    expect(fault?.code).toBe('RR1019');
    expect(fault?.expected).toBe(
      '@ListOf(Plain) on a list of values, or a provider of Plain in RootTestModule, or in a module that it imports',
    );
  });

  test('is a service where a module provides it', async () => {
    await expectStarted(taking(Plain), [Plain]);
  });
});

describe('a service', () => {
  test('without a provider is rejected with a diagnostic that requests only a provider', async () => {
    const [fault] = (await refusalOf(taking(WithMethod))).diagnostics;
    expect(fault?.expected).toBe(
      'a provider of WithMethod in RootTestModule, or in a module that it imports',
    );
  });

  @Injectable()
  class DecoratedSettings {
    @IsString() url = '/';
  }
  class ValidatedWithMethod {
    @IsString() url = '/';
    find() {}
  }
  class TakesServices {
    @IsString() url = '/';
    constructor(readonly settings: DecoratedSettings) {}
  }
  Reflect.defineMetadata('design:paramtypes', [DecoratedSettings], TakesServices);

  test.each<Type>([DecoratedSettings, ValidatedWithMethod, TakesServices, WithMethod])(
    '%o remains a service',
    async (type) => {
      await expectStarted(taking(type), [DecoratedSettings, type]);
    },
  );

  test('remains a service with @Param({ inject })', async () => {
    class Stated {
      @RestRoute('', HttpMethod.Get, new PublicAccess())
      get(@Param({ inject: Validated }) _service: Validated) {}
    }
    RestController('v1')(Stated);
    await expectStarted(Stated, [Validated]);
  });
});

/** A controller as decorator metadata describes it, which a compiler writes. */
function taking(type: Type): Type {
  class Taking {
    get(_value: object) {}
  }
  return routed(Taking, type, new PublicAccess());
}

function asking(type: Type): Type {
  class Asking {
    get() {}

    static may(_value: object): boolean {
      return true;
    }
  }
  Reflect.defineMetadata('design:paramtypes', [type], Asking, 'may');
  return routed(Asking, undefined, new Callback(Asking.may));
}

function routed(
  controller: Type,
  type: Type | undefined,
  permission: PublicAccess | Callback,
): Type {
  const descriptor = Object.getOwnPropertyDescriptor(controller.prototype, 'get') ?? {};
  const types = type === undefined ? [] : [type];
  Reflect.defineMetadata('design:paramtypes', types, controller.prototype as object, 'get');
  RestRoute('', HttpMethod.Get, permission)(controller.prototype as object, 'get', descriptor);
  RestController('v1')(controller);
  return controller;
}

async function start(controller: Type, services: readonly Type[]): Promise<void> {
  const imports = [RestModule.forRoot({ namespace: 'acme' })];
  const providers = [controller, ...services];
  const module = await Test.createTestingModule({ imports, providers }).compile();
  const app = module.createNestApplication({ logger: false });
  await app.init().finally(() => app.close());
}

async function refusalOf(
  controller: Type,
  services: readonly Type[] = [],
): Promise<DeclarationException> {
  const error: unknown = await start(controller, services).catch((reason: unknown) => reason);
  if (error instanceof DeclarationException) return error;
  throw new Error('The application started.', { cause: error });
}

async function expectStarted(controller: Type, services: readonly Type[]): Promise<void> {
  await expect(start(controller, services)).resolves.toBeUndefined();
}
