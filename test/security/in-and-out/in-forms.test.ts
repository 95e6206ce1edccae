import {
  ForbiddenException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { form } from '../../support/form.js';
import { ADAPTERS, useRoutes, type TestApplication } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';
import type { ChangeableRequest } from './support/sides.js';

/** The bodies that guards have seen since a test began. */
const seen: unknown[] = [];

/** Keeps what it sees, and denies a body of another organization, as an application does. */
class OwnOrganization implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { body } = context.switchToHttp().getRequest<ChangeableRequest>();
    seen.push(structuredClone(body));
    if ((body as object | undefined) !== undefined && body['org'] === 'theirs')
      throw new ForbiddenException('not your organization');
    return true;
  }
}

@RestController('v1', '/forms')
@UseGuards(OwnOrganization)
class FormsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  take(
    org: string,
    tags: string[] = [],
    profile: { name: string } | null = null,
    request: RestRequest,
  ): object {
    return { arguments: { org, tags, profile }, body: request.body };
  }

  /** As in WordPress, a path with a POST route would read multipart forms with POST only. */
  @RestRoute('/changes', [HttpMethod.Put, HttpMethod.Delete], new PublicAccess())
  change(
    org: string,
    tags: string[] = [],
    profile: { name: string } | null = null,
    request: RestRequest,
  ): object {
    return { arguments: { org, tags, profile }, body: request.body };
  }

  @RestRoute('/files', HttpMethod.Post, new PublicAccess())
  async file(org: string, cover: UploadedFile, request: RestRequest): Promise<object> {
    return { org, text: (await cover.bytes()).toString(), body: request.body };
  }

  @RestRoute('/closed', HttpMethod.Post, new Capability('publish'))
  closed(org: string, cover: UploadedFile | null = null): object {
    return { org, name: cover?.name };
  }
}

const urlencoded = (body: string) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
});
const json = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const fields = (values: Record<string, string>) =>
  form(...Object.entries(values).map(([name, content]) => ({ name, content })));

type Sent = NonNullable<Parameters<TestApplication['fetch']>[2]>;

const WHOLE = { org: 'mine', tags: ['a', 'b'], profile: { name: 'ada' } };
const PHP = { org: 'mine', 'tags[0]': 'a', 'tags[1]': 'b', 'profile[name]': 'ada' };

/** One body in each format. */
const FORMATS: readonly [string, Sent, Sent][] = [
  ['JSON', json(WHOLE), json({ org: 'theirs' })],
  ['a form', urlencoded(new URLSearchParams(PHP).toString()), urlencoded('org=theirs')],
  [
    "a form with PHP's lists",
    urlencoded('org=mine&tags[]=a&tags[]=b&profile[name]=ada'),
    urlencoded('org=mine&org=theirs'),
  ],
  ['a multipart form', fields(PHP), fields({ org: 'theirs' })],
  [
    'a multipart form with a file that the route does not declare',
    form(...Object.entries(PHP).map(([name, content]) => ({ name, content })), {
      name: 'cover',
      filename: 'a.txt',
      type: 'text/plain',
      content: 'abc',
    }),
    form(
      { name: 'cover', filename: 'a.txt', type: 'text/plain', content: 'abc' },
      { name: 'org', content: 'theirs' },
    ),
  ],
];

const FILE = form(
  { name: 'org', content: 'mine' },
  { name: 'cover', filename: 'a.txt', type: 'text/plain', content: 'abc' },
);

describe.each(ADAPTERS)('forms on %s', (adapter) => {
  const app = useRoutes([FormsController], { adapter, rest: fixtureUser });

  const ask = (method: string, path: string, sent: Sent) => {
    seen.length = 0;
    return app.fetch(method, `/api/acme/v1/forms${path}`, sent);
  };

  describe.each([
    ['POST', ''],
    ['PUT', '/changes'],
    ['DELETE', '/changes'],
  ])('of a %s request', (method, path) => {
    test.each(FORMATS)('a guard sees the body of %s that the method gets', async (_, own) => {
      const { status, body } = await ask(method, path, own);
      expect([status, body]).toEqual([200, { arguments: WHOLE, body: WHOLE }]);
      expect(seen).toEqual([WHOLE]);
    });

    test.each(FORMATS)('a guard denies a field of %s', async (_, _own, theirs) => {
      const { status, text } = await ask(method, path, theirs);
      expect([status, text]).toEqual([403, expect.stringContaining('not your organization')]);
      expect(seen).toEqual([expect.objectContaining({ org: 'theirs' })]);
    });
  });

  test('a form for a route with a file is read after the guards, and the method gets its fields', async () => {
    const { status, body } = await ask('POST', '/files', FILE);
    expect([status, body]).toMatchObject([
      200,
      { org: 'mine', text: 'abc', body: { org: 'mine' } },
    ]);
    expect(seen).toEqual([undefined]);
  });

  test('a form for a route with a file is not read without the capability of the route', async () => {
    const anonymous = await ask('POST', '/closed', FILE);
    expect([anonymous.status, seen]).toEqual([401, [undefined]]);
    const other = await ask('POST', '/closed', {
      ...FILE,
      headers: { ...FILE.headers, ...signedAsUser(2) },
    });
    expect([other.status, seen]).toEqual([403, [undefined]]);
    const owner = await ask('POST', '/closed', {
      ...FILE,
      headers: { ...FILE.headers, ...signedAsUser(1) },
    });
    expect([owner.status, owner.body]).toEqual([200, { org: 'mine', name: 'a.txt' }]);
  });

  test.each(FORMATS.filter(([name]) => !name.includes('multipart')))(
    'a guard sees the body of %s for a route with a file',
    async (_, _own, theirs) => {
      const { status } = await ask('POST', '/files', theirs);
      expect([status, seen]).toEqual([403, [expect.objectContaining({ org: 'theirs' })]]);
    },
  );
});
