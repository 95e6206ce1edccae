import { AbilityBuilder, createMongoAbility, subject, type MongoAbility } from '@casl/ability';
import { Injectable } from '@nestjs/common';
import {
  Callback,
  Capability,
  HttpMethod,
  RestController,
  RestModule,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, useApplication } from '../../support/application.js';

interface User {
  readonly id: number;
  readonly role: 'reader' | 'author' | 'admin';
}

function abilityOf({ id, role }: User): MongoAbility {
  const { can, build } = new AbilityBuilder<MongoAbility>(createMongoAbility);
  can('read', 'Article');
  if (role === 'author') can('update', 'Article', { author: id });
  if (role === 'admin') can('manage', 'all');
  return build();
}

@Injectable()
class Articles {
  readonly #all = new Map([
    [1, { author: 1 }],
    [2, { author: 2 }],
  ]);

  find(id: number): object | undefined {
    return this.#all.get(id);
  }
}

@RestController('v1', '/articles')
class ArticlesController {
  @RestRoute('', HttpMethod.Get, new Capability('read Article'))
  list() {
    return [];
  }

  @RestRoute('', HttpMethod.Post, new Capability('create Article'))
  create() {
    return {};
  }

  // A condition on the article itself: the callback finds it, and asks the ability of the caller.
  @RestRoute('/{id}', HttpMethod.Put, new Callback(ArticlesController.mayUpdate))
  update(id: int) {
    return { id };
  }

  static mayUpdate(id: int, articles: Articles, request: RestRequest): boolean {
    const article = articles.find(id);
    const user = request.user as User | undefined;
    if (article === undefined || user === undefined) return false;
    return abilityOf(user).can('update', subject('Article', { ...article }));
  }
}

const USERS: readonly User[] = [
  { id: 1, role: 'author' },
  { id: 2, role: 'reader' },
  { id: 3, role: 'admin' },
];

describe.each(ADAPTERS)('CASL behind can on %s', (adapter) => {
  const app = useApplication(() =>
    startApplication(
      {
        imports: [
          RestModule.forRoot<User>({
            namespace: 'acme',
            user: ({ headers }) => USERS.find(({ id }) => String(id) === headers['x-user']),
            can: (user, capability) => {
              const [action = '', type = ''] = capability.split(' ');
              return abilityOf(user).can(action, type);
            },
          }),
        ],
        providers: [ArticlesController, Articles],
      },
      { adapter },
    ),
  );

  const send = async (method: string, path: string, user?: number) => {
    const headers = user === undefined ? {} : { 'x-user': String(user) };
    const answer = await app.fetch(method, `/api/acme/v1/articles${path}`, { headers });
    return [answer.status, answer.headers.allow];
  };

  test('a CASL ability grants a capability', async () => {
    expect(await send('GET', '')).toEqual([401, undefined]);
    expect(await send('GET', '', 2)).toEqual([200, 'GET']);
    expect(await send('POST', '', 2)).toEqual([403, 'GET']);
    expect(await send('POST', '', 3)).toEqual([200, 'GET, POST']);
  });

  test('a CASL condition is checked against the article', async () => {
    expect(await send('PUT', '/1', 1)).toEqual([200, 'PUT']);
    expect(await send('PUT', '/2', 1)).toEqual([403, undefined]);
    expect(await send('PUT', '/2', 3)).toEqual([200, 'PUT']);
    expect(await send('PUT', '/9', 3)).toEqual([403, undefined]);
    expect(await send('PUT', '/1')).toEqual([401, undefined]);
  });
});
