import { Test } from '@nestjs/testing';
import {
  DeclarationException,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const open = new PublicAccess();

@ValueClass()
class Base {
  @Param({ type: 'string', maxLength: 5 }) kept!: string;
  @Param({ type: 'string', maxLength: 5 }) narrowed!: string;
  @Param({ type: 'string', maxLength: 3 }) widened!: string;
  @ListOf('string', { minItems: 1 }) list!: string[];
}

@ValueClass()
class Middle extends Base {
  @Param({ type: 'string', minLength: 2 }) declare narrowed: string;
}

@ValueClass()
class Sub extends Middle {
  @Param({ type: 'string' }) declare kept: string;
  @Param({ type: 'string', pattern: '^a' }) declare narrowed: string;
  @Param({ type: 'string', maxLength: 9 }) declare widened: string;
}

@RestController('v1', '/limits')
class LimitsController {
  @RestRoute('/two', HttpMethod.Post, open)
  two(
    @Param({ name: 'x', type: 'string', minLength: 2 })
    @Param({ name: 'x', maxLength: 5 })
    x: string,
  ) {
    return { x };
  }
  @RestRoute('/sub', HttpMethod.Post, open)
  sub(@Param({ name: 'x', type: 'array' }) @ListOf(Sub) x: Sub[]) {
    return { x };
  }
}

const FINE = { kept: 'abcde', narrowed: 'abcde', widened: 'abc', list: ['abcde'] };

describe.each(ADAPTERS)('limits of several decorators by hand on %s', (adapter) => {
  const app = useRoutes([LimitsController], { adapter });

  const status = async (path: string, x: unknown): Promise<number> => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ x }) };
    return (await app.fetch('POST', `/api/acme/v1/limits/${path}`, json)).status;
  };

  test('two @Param on one parameter hold together', async () => {
    expect(await status('two', 'abcde')).toBe(200);
    expect(await status('two', 'abcdef')).toBe(400);
    expect(await status('two', 'a')).toBe(400);
  });

  test.each([
    ['repeated without its limit', { kept: 'abcdef' }],
    ['narrowed twice: the maximum of the first class', { narrowed: 'abcdef' }],
    ['narrowed twice: the minimum of the second class', { narrowed: 'a' }],
    ['narrowed twice: the pattern of the third class', { narrowed: 'bcd' }],
    ['widened', { widened: 'abcd' }],
    ['inherited', { list: [] }],
  ])('a property of a subclass has the limits of all classes: %s', async (_title, wrong) => {
    expect(await status('sub', [FINE])).toBe(200);
    expect(await status('sub', [{ ...FINE, ...wrong }])).toBe(400);
  });
});

function controllerOf(value: new () => object) {
  @RestController('v1', '/wrong')
  class Wrong {
    @RestRoute('', HttpMethod.Post, open)
    create(@Param({ name: 'x', type: 'array' }) @ListOf(value) _x: unknown) {}
  }
  return Wrong;
}

const WRONG: Readonly<Record<string, readonly [string, () => new () => object]>> = {
  'two values of one option': [
    'RR1049',
    () => {
      @RestController('v1', '/wrong')
      class Wrong {
        @RestRoute('', HttpMethod.Post, open)
        create(
          @Param({ name: 'x', type: 'string', maxLength: 3 }) @Param({ maxLength: 5 }) _x: string,
        ) {}
      }
      return Wrong;
    },
  ],
  'two types': [
    'RR1049',
    () => {
      @RestController('v1', '/wrong')
      class Wrong {
        @RestRoute('', HttpMethod.Post, open)
        create(@Param({ name: 'x', type: 'string' }) @Param({ type: 'integer' }) _x: string) {}
      }
      return Wrong;
    },
  ],
  'two values of an option of a property': [
    'RR1049',
    () => {
      @ValueClass()
      class Value {
        @Param({ type: 'string', minLength: 1 }) @Param({ minLength: 2 }) a!: string;
      }
      return controllerOf(Value);
    },
  ],
  'a pattern beside the pattern of the base class': [
    'RR1050',
    () => {
      @ValueClass()
      class Parent {
        @Param({ type: 'string', pattern: '^a' }) a!: string;
      }
      @ValueClass()
      class Child extends Parent {
        @Param({ type: 'string', pattern: 'b$' }) declare a: string;
      }
      return controllerOf(Child);
    },
  ],
  'a format beside the format of a class further up': [
    'RR1050',
    () => {
      @ValueClass()
      class Parent {
        @Param({ type: 'string', format: 'email' }) a!: string;
      }
      @ValueClass()
      class Between extends Parent {
        @Param({ type: 'string', maxLength: 9 }) declare a: string;
      }
      @ValueClass()
      class Child extends Between {
        @Param({ type: 'string', format: 'uri' }) declare a: string;
      }
      return controllerOf(Child);
    },
  ],
};

test.each(Object.entries(WRONG))(
  '%s is a diagnostic at startup',
  async (_title, [code, declare]) => {
    const module = Test.createTestingModule({
      imports: [RestModule.forRoot({ namespace: 'acme' })],
      providers: [declare()],
    });
    const start = module.compile().then((one) => one.createNestApplication().init());
    const error: unknown = await start.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DeclarationException);
    expect(String((error as Error).message)).toContain(code);
  },
);
