import { IsString, Matches } from 'class-validator';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

@ValueClass()
class Title {
  @Param({ type: 'string', minLength: 1 }) raw!: string;
}

@ValueClass()
class Author {
  @Param({ type: 'string' }) name!: string;
}

@ValueClass()
class Slug {
  @IsString() @Matches(/^[a-z]+$/, { message: 'text must be lower case' }) text!: string;
}

@RestController('v1', '/unions')
class UnionsController {
  @RestRoute('/title', HttpMethod.Post, new PublicAccess())
  title(
    @Param({ name: 'title', anyOf: [{ type: 'string', minLength: 2 }, { type: Title }] })
    title: string | Title,
  ) {
    return title instanceof Title ? { title: title.raw } : { text: title };
  }

  @RestRoute('/either', HttpMethod.Post, new PublicAccess())
  either(
    @Param({
      name: 'one',
      anyOf: [{ type: Title }, { type: Author }, { type: 'date' }],
      nullable: true,
    })
    one: Title | Author | Date | null,
  ) {
    if (one === null) return { is: 'null' };
    return { is: one.constructor.name };
  }

  @RestRoute('/names', HttpMethod.Get, new PublicAccess())
  names(
    @Param({ name: 'value', type: ['boolean', 'array'], items: { type: 'integer' } })
    value: boolean | number[],
  ) {
    return { value };
  }

  @RestRoute('/ruled', HttpMethod.Post, new PublicAccess())
  ruled(
    @Param({
      name: 'page',
      properties: { slug: { type: Slug }, others: { items: { type: Slug }, required: false } },
    })
    page: {
      slug: Slug;
    },
  ) {
    return { isSlug: page.slug instanceof Slug };
  }

  @RestRoute('/data', HttpMethod.Post, new PublicAccess())
  data(
    @Param({
      name: 'block',
      schema: {
        oneOf: [
          {
            title: 'Text',
            type: 'object',
            properties: { text: { type: 'string', required: true } },
          },
          {
            title: 'Image',
            type: 'object',
            properties: { src: { type: 'string' } },
            required: ['src'],
          },
        ],
      },
    })
    block: object,
    @Param({
      name: 'meta',
      schema: {
        type: 'object',
        patternProperties: { '^x-': { type: 'integer' } },
        additionalProperties: false,
        required: false,
      } as const,
    })
    meta?: object,
  ) {
    return { block, meta };
  }
}

describe.each(ADAPTERS)('unions and schemas as data by hand on %s', (adapter) => {
  const app = useRoutes([UnionsController], { adapter });
  const post = async (path: string, body: unknown) =>
    app.fetch('POST', `/api/acme/v1/unions${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('a text or an object arrives as what was sent, the object as an instance', async () => {
    expect((await post('/title', { title: 'Momo' })).body).toEqual({ text: 'Momo' });
    expect((await post('/title', { title: { raw: 'Momo' } })).body).toEqual({ title: 'Momo' });
    expect((await post('/title', { title: 'M' })).status).toBe(400);
    expect((await post('/title', { title: { raw: '' } })).status).toBe(400);
  });

  test('the alternative that accepts a value decides its class', async () => {
    const isOf = async (one: unknown) =>
      ((await post('/either', { one })).body as { is: string }).is;
    expect(await isOf({ raw: 'x' })).toBe('Title');
    expect(await isOf({ name: 'x' })).toBe('Author');
    expect(await isOf('2026-01-02T03:04:05Z')).toBe('Date');
    const { status, body } = await post('/either', { one: { raw: 'x', name: 'x' } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ data: { details: { one: { code: 'rest_no_matching_schema' } } } });
  });

  test('a list of types takes a value of each', async () => {
    const get = async (query: string) =>
      (await app.fetch('GET', `/api/acme/v1/unions/names?${query}`)).body;
    expect(await get('value=true')).toEqual({ value: true });
    expect(await get('value[]=1&value[]=2')).toEqual({ value: [1, 2] });
  });

  test('rules of class-validator run on instances within objects and lists, and name the place', async () => {
    expect((await post('/ruled', { page: { slug: { text: 'momo' } } })).body).toEqual({
      isSlug: true,
    });
    const nested = { slug: { text: 'momo' }, others: [{ text: 'a' }, { text: 'A' }] };
    expect((await post('/ruled', { page: nested })).body).toMatchObject({
      data: {
        details: { 'page.others[1].text': { message: 'text must be lower case', rule: 'matches' } },
      },
    });
    expect((await post('/ruled', { page: { slug: { text: 'X' } } })).body).toMatchObject({
      data: { details: { 'page.slug.text': { message: 'text must be lower case' } } },
    });
  });

  test('a schema as data validates with oneOf, patternProperties and both drafts of required', async () => {
    const sent = { block: { src: 'a.png' }, meta: { 'x-a': 1 } };
    expect((await post('/data', sent)).body).toEqual(sent);
    expect((await post('/data', { block: { text: 'a', src: 'b' } })).body).toMatchObject({
      data: { details: { block: { code: 'rest_one_of_multiple_matches' } } },
    });
    expect((await post('/data', { block: { text: 'a' }, meta: { y: 1 } })).body).toMatchObject({
      data: { details: { meta: { code: 'rest_additional_properties_forbidden' } } },
    });
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/unions/data');
    const { endpoints } = body as { endpoints: [{ args: Record<string, unknown> }] };
    expect(endpoints[0].args['meta']).toEqual({
      type: 'object',
      patternProperties: { '^x-': { type: 'integer' } },
      additionalProperties: false,
      required: false,
    });
  });
});
