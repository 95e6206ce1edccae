import 'reflect-metadata';
import { IsInt, IsOptional } from 'class-validator';
import {
  Arguments,
  Callback,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ADAPTERS, useRoutes, type TestApplication } from '../../support/application.js';

const open = new PublicAccess();
const POST = HttpMethod.Post;

@ValueClass()
class Size {
  @Param({ minimum: 1 }) width!: int;
}

class MoveDto {
  @IsOptional() @IsInt() parent?: number | null;
}

interface Move {
  parent: int | null;
  /** @default "draft" */
  status: string | null;
}

@RestController('v1', '/nulls')
class NullsController {
  @RestRoute('/required', POST, open)
  required(parent: int | null) {
    return { parent };
  }

  @RestRoute('/defaults', POST, open)
  defaults(parent: int | null = 5, status: 'draft' | 'public' | null = 'draft') {
    return { parent, status };
  }

  @RestRoute('/optional', POST, open)
  optional(parent?: int | null) {
    return { parent: parent === undefined ? 'absent' : parent };
  }

  @RestRoute('/more', POST, open)
  more(
    size: { width: int } | null,
    list: int[] | null,
    at: Date | null,
    text: string | int | null,
    @Param() shape: Size | null,
    any: unknown,
  ) {
    return { size, list, at, text, shape, any };
  }

  @RestRoute('/arguments', POST, open)
  spread(@Arguments() move: Move) {
    return move;
  }

  @RestRoute('/dto', POST, open)
  dto(@Arguments() move: MoveDto) {
    return { parent: move.parent === undefined ? 'absent' : move.parent };
  }

  @RestRoute('/data', POST, open)
  data(
    @Param({ schema: { type: ['integer', 'null'] } }) parent: unknown,
    @Param({ schema: { type: ['integer', 'null'], default: 5 } }) other: unknown,
    @Param({ schema: z.int().nullable() }) standard: number | null,
  ) {
    return { parent, other, standard };
  }

  @RestRoute('/words', POST, open)
  words(kind: 'new' | 'used' | null, part: { at: int | null } | null = null) {
    return { kind, part };
  }

  @RestRoute('/never', POST, open)
  never(parent: int, status = 'draft') {
    return { parent, status };
  }

  @RestRoute('/callback', POST, new Callback(NullsController.isNull))
  callback(parent: int | null = 5) {
    return { parent };
  }

  static isNull(parent: int | null): boolean {
    return parent === null;
  }

  @RestRoute('/wordpress', POST, open, { values: 'wordpress' })
  wordpress(parent: int | null = 5, other?: int | null) {
    return { parent, other: other === undefined ? 'absent' : other };
  }

  @RestRoute('/wordpress/required', POST, open, { values: 'wordpress' })
  wordpressRequired(parent: int | null) {
    return { parent };
  }

  @RestRoute('/required-default', [POST, HttpMethod.Get], open)
  requiredDefault(
    @Param({ required: true }) page: int = 3,
    @Param({ type: 'integer', required: true, default: 4 }) byHand?: int,
    @Param({ schema: { type: 'integer', required: true, default: 5 } }) data?: unknown,
    @Param({ required: true }) none: string | null = null,
  ) {
    return { page, byHand, data, none };
  }
}

/** The texts of the rejected arguments, without their names. */
async function rulesOf(app: TestApplication, path: string, sent: object) {
  const { body } = await post(app, path, sent);
  const { data } = body as {
    readonly data: { readonly details: Readonly<Record<string, { readonly message: string }>> };
  };
  return Object.values(data.details).map(({ message }) => message);
}

const WRONG = { size: true, list: false, at: '2026-01-01T00:00:00Z', text: true, shape: true };

const headers = { 'content-type': 'application/json' };

function post(app: TestApplication, path: string, body: object) {
  return app.fetch('POST', `/api/acme/v1/nulls${path}`, { headers, body: JSON.stringify(body) });
}

describe.each(ADAPTERS)('null that is sent is a value on %s', (adapter) => {
  const app = useRoutes([NullsController], { adapter, rest: { values: 'typed' } });

  test('of a required argument', async () => {
    expect(await post(app, '/required', { parent: null })).toMatchObject({
      status: 200,
      body: { parent: null },
    });
    expect((await post(app, '/required', {})).body).toMatchObject({
      code: 'rest_missing_callback_param',
    });
  });

  test('and the error of another value offers null', async () => {
    expect(await rulesOf(app, '/more', { ...WRONG, any: 1 })).toEqual([
      'size must be an object or null.',
      'list must be a list or null.',
      'text must be a string or an integer or null.',
      'shape must be an object or null.',
    ]);
    expect(await rulesOf(app, '/words', { kind: 'old', part: { at: 'x' } })).toEqual([
      'kind must be one of new, used, null.',
      'part.at must be an integer or null.',
    ]);
  });

  test('which no default replaces', async () => {
    const sent = { parent: null, status: null };
    expect((await post(app, '/defaults', sent)).body).toEqual(sent);
    expect((await post(app, '/defaults', {})).body).toEqual({ parent: 5, status: 'draft' });
  });

  test('which no value of the URL replaces', async () => {
    expect((await post(app, '/optional?parent=9', { parent: null })).body).toEqual({
      parent: null,
    });
    expect((await post(app, '/optional?parent=9', {})).body).toEqual({ parent: 9 });
    expect((await post(app, '/optional', {})).body).toEqual({ parent: 'absent' });
    expect((await post(app, '/defaults?parent=9', { parent: null })).body).toMatchObject({
      parent: null,
    });
  });

  test('of objects, lists, dates, unions, value classes and unknown values', async () => {
    const sent = { size: null, list: null, at: null, text: null, shape: null, any: null };
    expect((await post(app, '/more', sent)).body).toEqual(sent);
  });

  test('of the properties of @Arguments(), and of a DTO', async () => {
    const sent = { parent: null, status: null };
    expect((await post(app, '/arguments', sent)).body).toEqual(sent);
    expect((await post(app, '/dto', { parent: null })).body).toEqual({ parent: null });
    expect((await post(app, '/dto', {})).body).toEqual({ parent: 'absent' });
  });

  test('of schemas by hand', async () => {
    const sent = { parent: null, other: null, standard: null };
    expect((await post(app, '/data', sent)).body).toEqual(sent);
  });

  test('for a permission callback', async () => {
    expect((await post(app, '/callback', { parent: null })).body).toEqual({ parent: null });
    expect((await post(app, '/callback', {})).status).toBe(401);
  });

  test('which a type without null rejects', async () => {
    const { status, body } = await post(app, '/never?parent=1&status=x', {
      parent: null,
      status: null,
    });
    expect([status, body]).toMatchObject([
      400,
      {
        code: 'rest_invalid_param',
        data: {
          details: {
            parent: { code: 'rest_invalid_type', message: 'parent must be an integer.' },
            status: { code: 'rest_invalid_type', message: 'status must be a string.' },
          },
        },
      },
    ]);
  });

  test('except on a route with the values of WordPress, where it counts as absent', async () => {
    const sent = { parent: null, other: null };
    expect((await post(app, '/wordpress', sent)).body).toEqual({ parent: 5, other: null });
    expect((await post(app, '/wordpress?other=9', sent)).body).toEqual({ parent: 5, other: 9 });
    expect((await post(app, '/wordpress/required', sent)).body).toMatchObject({
      code: 'rest_missing_callback_param',
    });
  });

  test('a default makes an argument optional that is stated as required, and OPTIONS lists both', async () => {
    const path = '/api/acme/v1/nulls/required-default';
    const made = { page: 3, byHand: 4, data: 5, none: null };
    expect((await post(app, '/required-default', {})).body).toEqual(made);
    expect((await app.fetch('GET', path)).body).toEqual(made);
    expect((await app.fetch('GET', `${path}?page=7&byHand=8`)).body).toEqual({
      ...made,
      page: 7,
      byHand: 8,
    });
    const { body } = await app.fetch('OPTIONS', path);
    expect(body).toMatchObject({
      endpoints: [{ args: { page: { required: true, default: 3 }, byHand: { default: 4 } } }],
    });
  });
});

describe.each(ADAPTERS)('with the values of WordPress for all routes on %s', (adapter) => {
  const app = useRoutes([NullsController], { adapter, rest: { values: 'wordpress' } });

  test('null counts as absent', async () => {
    expect((await post(app, '/required', { parent: null })).body).toMatchObject({
      code: 'rest_missing_callback_param',
    });
    expect((await post(app, '/defaults', { parent: null })).body).toMatchObject({ parent: 5 });
    expect((await post(app, '/optional?parent=9', { parent: null })).body).toEqual({ parent: 9 });
  });

  test('the error of a required argument does not offer null, which would be missing', async () => {
    expect(await rulesOf(app, '/more', { ...WRONG, any: 1 })).toEqual([
      'size must be an object.',
      'list must be a list.',
      'text must be a string or an integer.',
      'shape must be an object.',
    ]);
    // Within an object, and where a default replaces it, null may be sent.
    expect(await rulesOf(app, '/words', { kind: 'old', part: { at: 'x' } })).toEqual([
      'kind must be one of new, used.',
      'part.at must be an integer or null.',
    ]);
    expect(await rulesOf(app, '/words', { kind: 'new', part: 1 })).toEqual([
      'part must be an object or null.',
    ]);
    const { body } = await post(app, '/words', { kind: 'old' });
    expect(body).toMatchObject({
      data: { details: { kind: { code: 'rest_not_in_enum', data: { enum: ['new', 'used'] } } } },
    });
  });
});
