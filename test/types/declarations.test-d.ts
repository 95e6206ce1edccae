import {
  Cache,
  Callback,
  allOf,
  anyOf,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestModule,
  RestRequest,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expectTypeOf, test } from 'vitest';

const open = new PublicAccess();

describe('what types can carry is a type error in place', () => {
  test('a permission is one, and may be left out for that of the controller', () => {
    RestRoute('', HttpMethod.Get, open);
    RestRoute('', HttpMethod.Get);
    RestRoute('', HttpMethod.Get, { hidden: true });
    // @ts-expect-error `hide` is no option
    RestRoute('', HttpMethod.Get, { hide: true });
    // @ts-expect-error it is no permission
    RestRoute('', HttpMethod.Get, true);
  });

  test('a combination has parts, and none is public', () => {
    RestRoute('', HttpMethod.Get, allOf(new Capability('a'), anyOf(new Capability('b'))));
    // @ts-expect-error it has no part
    RestRoute('', HttpMethod.Get, anyOf());
    // @ts-expect-error public access would open the route
    RestRoute('', HttpMethod.Get, anyOf(new Capability('a'), open));
  });

  test('a path has allowed characters alone', () => {
    RestRoute('/items/{id}/a.b_c~d-e', HttpMethod.Get, open);
    RestRoute('' as string, HttpMethod.Get, open);
    // @ts-expect-error a space
    RestRoute('/a b', HttpMethod.Get, open);
    // @ts-expect-error a question mark
    RestRoute('/a?b', HttpMethod.Get, open);
    // @ts-expect-error a colon, as other routers have it
    RestRoute('/:id', HttpMethod.Get, open);
    // @ts-expect-error no slash at the beginning
    RestRoute('items', HttpMethod.Get, open);
    RestController('v1', '/items');
    // @ts-expect-error no slash at the beginning
    RestController('v1', 'items');
  });

  test('methods are known', () => {
    RestRoute('', [HttpMethod.Put, 'PATCH'], open);
    // @ts-expect-error HEAD is served by GET
    RestRoute('', 'HEAD', open);
  });

  test('a status has no place in the data of an exception', () => {
    new RestException('code', 'Text.', 409, { by: 'ada' });
    // @ts-expect-error the status is the third argument
    new RestException('code', 'Text.', 409, { status: 409 });
  });

  test('a duration has a unit', () => {
    Cache({ ttl: '5m', staleWhileRevalidate: '1.5h' });
    // @ts-expect-error a bare number
    Cache({ ttl: 300 });
    // @ts-expect-error a number without a unit
    Cache({ ttl: '300' });
  });

  test('a callback is a static method that returns a boolean', () => {
    class Policies {
      static mayEdit(id: int): boolean {
        return id > 0;
      }
      static async later(): Promise<boolean> {
        return true;
      }
      static text(): string {
        return 'yes';
      }
      instance(): boolean {
        return true;
      }
    }
    new Callback(Policies.mayEdit);
    new Callback(Policies.later);
    // @ts-expect-error it returns no boolean
    new Callback(Policies.text);
    // @ts-expect-error it is not static
    new Callback(Policies.instance);
  });

  test('options of a parameter are known', () => {
    Param({ minimum: 1, format: 'email' });
    // @ts-expect-error unknown format
    Param({ format: 'phone' });
    // @ts-expect-error unknown option
    Param({ min: 1 });
  });
});

test('the user of the options is inferred', () => {
  interface Member {
    readonly caps: readonly string[];
  }
  RestModule.forRoot({
    namespace: 'acme',
    user: (request): Member => ({ caps: [request.path] }),
    can: (user, capability) => user.caps.includes(capability),
  });
  RestModule.forRoot({ can: (user: Member, capability) => user.caps.includes(capability) });
  // @ts-expect-error what is not known of a caller cannot be asked
  RestModule.forRoot({ can: (user, capability) => user.caps.includes(capability) });
});

test('the functions of @Cache know arguments and user where they are stated', () => {
  Cache<{ id: int }>({ ttl: '5m', tags: ({ id }) => [id.toFixed()] });
  Cache({ ttl: '5m', tags: ({ id }: { readonly id: int }) => [id.toFixed()] });
  Cache({ ttl: '5m', tags: ({ id }) => [String(id)] });
  // @ts-expect-error the type of an argument that is not stated is unknown
  Cache({ ttl: '5m', tags: ({ id }) => [id.toFixed()] });
  // @ts-expect-error no argument has this name
  Cache<{ id: int }>({ ttl: '5m', tags: ({ name }) => [String(name)] });
  Cache({ ttl: '5m', vary: ({ user }: RestRequest<{ team: string }>) => user.team });
  // @ts-expect-error the user is not stated
  Cache({ ttl: '5m', vary: ({ user }) => user.team });
});

test('a RestResponse has the status of its type', () => {
  const item = { a: 1 };
  const isNew = Math.random() > 0.5;
  expectTypeOf(new RestResponse(item).header('A', 'b')).toEqualTypeOf<RestResponse<typeof item>>();
  expectTypeOf(new RestResponse<typeof item>(item, Math.random())).toEqualTypeOf<
    RestResponse<typeof item>
  >();
  const any: RestResponse = new RestResponse(item, 201);
  const either: RestResponse<typeof item, 200 | 201> = new RestResponse(item, isNew ? 201 : 200);
  const usual: RestResponse<typeof item, 200> = new RestResponse(item);
  // @ts-expect-error the status is another one
  const other: RestResponse<typeof item, 201> = new RestResponse(item, 202);
  // @ts-expect-error without a status it is 200
  const none: RestResponse<typeof item, 201> = new RestResponse(item);
  void [any, either, usual, other, none];
});

test('types of values', () => {
  expectTypeOf<number>().toExtend<int>();
  expectTypeOf<int>().toExtend<number>();
  expectTypeOf<int>().not.toEqualTypeOf<number>();
  expectTypeOf<Partial<{ id: int }>>().toEqualTypeOf<{ id?: int }>();
  expectTypeOf(new RestResponse({ a: 1 }, 201).header('A', 'b')).toEqualTypeOf<
    RestResponse<{ a: number }, 201>
  >();
  expectTypeOf<RestRequest['user']>().toBeUnknown();
  expectTypeOf<RestRequest<{ id: number } | null>['user']>().toEqualTypeOf<{ id: number } | null>();
  expectTypeOf<RestRequest<unknown, { ip: string }>['raw']>().toEqualTypeOf<{ ip: string }>();
  expectTypeOf<Capability['kind']>().toEqualTypeOf<'capability'>();
});
