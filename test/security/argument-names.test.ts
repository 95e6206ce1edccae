import {
  Body,
  Controller,
  Get,
  Post,
  Query,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes, type RequestOptions } from '../support/application.js';
import { form } from '../support/form.js';

const open = new PublicAccess();

/** Lets requests pass that name no other organization, as guards of applications do. */
class OwnOrganization implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query, body } = context.switchToHttp().getRequest<{
      readonly query: Readonly<Record<string, unknown>>;
      readonly body?: Readonly<Record<string, unknown>> | null;
    }>();
    const named = [query, body ?? {}].flatMap(({ org, org_id: id }) => [org, id]);
    return named.every((value) => value === undefined || value === 'mine');
  }
}

interface Subscription {
  readonly 'hub.mode'?: string;
}

@RestController('v1', '/orgs')
@UseGuards(OwnOrganization)
class OrganizationsController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post, HttpMethod.Delete], open)
  org(
    org = 'none',
    org_id = 'none',
    tags: string[] = [],
    size: Record<string, unknown> = {},
    flag = 'none',
  ) {
    return { org, org_id, tags, size, flag };
  }

  @RestRoute('/whole', HttpMethod.Get, open)
  whole(request: RestRequest) {
    return request.query;
  }

  @RestRoute('/hub', HttpMethod.Get, open)
  hub(@Arguments() subscription: Subscription) {
    return subscription;
  }
}

@Controller('plain')
@UseGuards(OwnOrganization)
class PlainController {
  @Get()
  read(@Query('org') org: unknown = 'none', @Query('org_id') id: unknown = 'none') {
    return { org, org_id: id };
  }

  @Post()
  write(@Body('org') org: unknown = 'none', @Body('org_id') id: unknown = 'none') {
    return { org, org_id: id };
  }
}

const PATH = '/api/acme/v1/orgs';
const NONE = { org: 'none', org_id: 'none', tags: [], size: {}, flag: 'none' };
const encoded = { 'content-type': 'application/x-www-form-urlencoded' };

/** One source after the other with the same names and values. */
const SOURCES: readonly (readonly [source: string, (pairs: string) => [string, RequestOptions]])[] =
  [
    ['query', (pairs) => [`?${pairs}`, {}]],
    ['form', (pairs) => ['', { headers: encoded, body: pairs }]],
    ['multipart form', (pairs) => ['', form(...[...new URLSearchParams(pairs)].map(partOf))]],
  ];

function partOf([name, content]: [string, string]) {
  return { name, content };
}

describe.each(ADAPTERS)('the names of arguments, on %s', (adapter) => {
  const app = useRoutes([OrganizationsController], { adapter, controllers: [PlainController] });

  describe.each(SOURCES)('in a %s', (source, write) => {
    const send = async (pairs: string) => {
      const [query, options] = write(pairs);
      const { status, body } = await app.fetch('POST', `${PATH}${query}`, options);
      return [status, body] as const;
    };

    test.each<[pairs: string, one: string, other: string]>([
      ['org=mine&+org=theirs', 'org', ' org'],
      ['%20org=theirs&org=mine', ' org', 'org'],
      ['org_id=mine&org.id=theirs', 'org_id', 'org.id'],
      ['org_id=mine&org+id=theirs', 'org_id', 'org id'],
      ['org_id=mine&org[id=theirs', 'org_id', 'org[id'],
      ['org%5Fid=mine&or%67.id=theirs', 'org_id', 'org.id'],
      ['org.id=theirs&org+id=theirs', 'org.id', 'org id'],
      ['org_id=mine&org.id[]=theirs', 'org_id', 'org.id'],
      ['size[a]=1&+size[b]=2', 'size', ' size'],
      ['tags=mine&tags[]=theirs', 'tags', 'tags[]'],
      ['tags[]=theirs&tags=mine', 'tags[]', 'tags'],
      ['tags=mine&tags[x]=theirs', 'tags', 'tags[x]'],
      ['tags[]=a&tags[0]=b', 'tags[]', 'tags[0]'],
      ['size[a]=1&size[a]b=2', 'size[a]', 'size[a]b'],
      ['size[a]=1&size[a][b]=2', 'size[a]', 'size[a][b]'],
      ['size[a][b]=1&size[a]=2', 'size[a][b]', 'size[a]'],
    ])('%s is a 400 that names both', async (pairs, one, other) => {
      const [status, body] = await send(pairs);
      const code = source === 'query' ? 'rest_invalid_url' : 'rest_invalid_body';
      const names = `two names of one argument, ${JSON.stringify(one)} and ${JSON.stringify(other)}`;
      expect([status, body]).toMatchObject([
        400,
        { code, message: expect.stringContaining(names) as string },
      ]);
    });

    test.each<[pairs: string, read: object]>([
      ['org=mine&flag=a&flag=b', { org: 'mine', flag: 'b' }],
      ['f%6Cag=a&flag=b', { flag: 'b' }],
      ['flag=a&%66%6c%61%67=b', { flag: 'b' }],
      ['tags%5B%5D=a&tags[]=b', { tags: ['a', 'b'] }],
      ['tags[0]=a&tags[]=b&tags[5]=c', { tags: ['a', 'b', 'c'] }],
      ['size[x]=1&size[]=2&size[y][z]=3', { size: { '0': '2', x: '1', y: { z: '3' } } }],
      ['size[x]=1&size[x]=2', { size: { x: '2' } }],
    ])('%s is one name of each argument', async (pairs, read) => {
      expect(await send(pairs)).toEqual([200, { ...NONE, ...read }]);
    });

    test.each([
      '+org=theirs',
      '%20%20org=theirs',
      '%09org=theirs',
      'org_=theirs&_org=theirs',
      '[org]=theirs',
      'org.id=theirs',
      'org+id=theirs',
      'org[id=theirs',
      '%ef%bb%bforg=theirs',
      'Org=theirs',
      '.tags[]=theirs',
    ])('%s has no argument for the method, as none for a guard', async (pairs) => {
      expect(await send(pairs)).toEqual([200, NONE]);
    });
  });

  test('Two names that PHP would read as one argument are a 400, also if no argument is declared', async () => {
    const sent = await app.fetch('GET', `${PATH}/whole?org_id=mine&org.id=theirs`);
    expect([sent.status, sent.body]).toMatchObject([400, { code: 'rest_invalid_url' }]);
  });

  test('A name that PHP would change has the same value for a guard, a plain controller and a method', async () => {
    for (const pairs of ['+org=theirs', 'org.id=theirs', 'org+id=theirs', 'org[id=theirs']) {
      const route = await app.fetch('GET', `${PATH}?${pairs}`);
      const plain = await app.fetch('GET', `/plain?${pairs}`);
      const posted = { headers: encoded, body: pairs };
      expect(route.body).toMatchObject(plain.body as object);
      // The form parser of Express reads an object from an unclosed bracket.
      if (pairs.includes('[')) continue;
      const plainForm = await app.fetch('POST', '/plain', posted);
      expect((await app.fetch('POST', PATH, posted)).body).toMatchObject(plainForm.body as object);
    }
    const whole = await app.fetch('GET', `${PATH}/whole?+org=a&org.id=b&x+y=c&tags[]=d`);
    expect(whole.body).toEqual({ ' org': 'a', 'org.id': 'b', 'x y': 'c', tags: ['d'] });
    expect((await app.fetch('GET', `${PATH}/hub?hub.mode=subscribe`)).body).toEqual({
      'hub.mode': 'subscribe',
    });
  });

  test('A method override and the other parameters of every route have one spelling', async () => {
    const only = (query: string) => app.fetch('POST', `${PATH}/whole?${query}`);
    expect((await only('_method=GET')).status).toBe(200);
    expect((await only('%5Fm%65thod=GET')).status).toBe(200);
    for (const name of ['+_method', '.method', '%20method', '[method', '_method%00'])
      expect([name, (await only(`${name}=GET`)).status]).toEqual([name, 404]);
    const both = await app.fetch('POST', `${PATH}?_method=DELETE&.method=DELETE`);
    expect([both.status, both.body]).toMatchObject([400, { code: 'rest_invalid_url' }]);
    const get = async (query: string) => (await app.fetch('GET', `${PATH}?${query}`)).body;
    expect(await get('%5ffields=org')).toEqual({ org: 'none' });
    for (const name of ['+_fields', '.fields', '+fields'])
      expect(await get(`${name}=org`)).toEqual(NONE);
    expect(await get('_envelope')).toMatchObject({ body: NONE });
    for (const name of ['+_envelope', '.envelope']) expect(await get(name)).toEqual(NONE);
    expect(await get('_fields=org&.fields=tags')).toMatchObject({ code: 'rest_invalid_url' });
    expect(await get('_fields=org&_fields[]=tags')).toMatchObject({ code: 'rest_invalid_url' });
  });
});
