import { describe } from 'vitest';
import { BOTH_ADAPTERS, type AdapterName } from '../../support/application.js';
import { form } from '../../support/form.js';
import {
  globalGuard,
  replaceQuery,
  testCases,
  type Case,
  type Change,
  type SentRequest,
} from './support/sides.js';

/** What a guard does to a request. */
interface GuardCase {
  readonly on?: AdapterName;
  readonly that: string;
  readonly change: Change;
  readonly request: SentRequest;
  readonly plain: Case['plain'];
}

const sent = { body: { org: 'theirs', tenant: 'of-another', text: 'a' } };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const CASES: readonly GuardCase[] = [
  {
    that: 'replaces the body',
    change: (request) => {
      request.body = { ...request.body, tenant: 'of-the-user' };
    },
    request: sent,
    plain: { body: { org: 'theirs', tenant: 'of-the-user', text: 'a' } },
  },
  {
    that: 'replaces the body after a while',
    change: async (request) => {
      await Promise.resolve();
      request.body = { tenant: 'of-the-user' };
    },
    request: sent,
    plain: { body: { tenant: 'of-the-user' } },
  },
  {
    that: 'changes a property of the body',
    change: ({ body }) => {
      body['tenant'] = 'of-the-user';
    },
    request: sent,
    plain: { body: { org: 'theirs', tenant: 'of-the-user', text: 'a' } },
  },
  {
    that: 'deletes properties of the body',
    change: ({ body }) => {
      for (const name of ['org', 'tenant']) Reflect.deleteProperty(body, name);
    },
    request: sent,
    plain: { body: { text: 'a' } },
  },
  {
    that: 'deletes a property of the body that the query has too',
    change: ({ body }) => void Reflect.deleteProperty(body, 'org'),
    request: { ...sent, query: '?org=of-the-query' },
    plain: { body: { tenant: 'of-another', text: 'a' }, query: { org: 'of-the-query' } },
  },
  {
    that: 'adds a property to the body',
    change: ({ body }) => {
      body['count'] = 7;
    },
    request: { body: { text: 'a' } },
    plain: { body: { text: 'a', count: 7 } },
  },
  {
    that: 'changes a property within the body',
    change: ({ body }) => {
      (body['profile'] as Record<string, unknown>)['role'] = 'reader';
    },
    request: { body: { profile: { name: 'ada', role: 'admin' } } },
    plain: { body: { profile: { name: 'ada', role: 'reader' } } },
  },
  {
    that: 'deletes a property within the body',
    change: ({ body }) => {
      Reflect.deleteProperty(body['profile'] as object, 'role');
    },
    request: { body: { profile: { name: 'ada', role: 'admin' } } },
    plain: { body: { profile: { name: 'ada' } } },
  },
  {
    that: 'changes a list of the body',
    change: ({ body }) => {
      (body['tags'] as string[]).splice(0, 1, 'of-the-user');
    },
    request: { body: { tags: ['of-another', 'b'] } },
    plain: { body: { tags: ['of-the-user', 'b'] } },
  },
  {
    that: 'removes the body',
    change: (request) => void Reflect.set(request, 'body', undefined),
    request: sent,
    plain: { body: undefined },
  },
  {
    that: 'gives a body to a request without one',
    change: (request) => {
      request.body = { tenant: 'of-the-user' };
    },
    request: { method: 'POST', query: '?tenant=of-another' },
    plain: { body: { tenant: 'of-the-user' } },
  },
  {
    that: 'gives the tenant of the host name',
    change: (request) => {
      request.body = { ...request.body, tenant: request.headers.host?.split('.')[0] };
    },
    request: { ...sent, headers: { host: 'blue.example.com' } },
    plain: { body: { org: 'theirs', tenant: 'blue', text: 'a' } },
  },
  {
    that: 'replaces the body of a form',
    change: (request) => {
      request.body = { ...request.body, tenant: 'of-the-user' };
    },
    request: { headers: FORM, body: 'tenant=of-another&text=a' },
    plain: { body: { tenant: 'of-the-user', text: 'a' } },
  },
  {
    that: 'changes a property of the body of a form',
    change: ({ body }) => {
      body['tenant'] = 'of-the-user';
    },
    request: { headers: FORM, body: 'tenant=of-another&text=a' },
    plain: { body: { tenant: 'of-the-user', text: 'a' } },
  },
  {
    // On Fastify, a plain handler has no parser for such a form.
    on: 'express',
    that: 'replaces the body of a multipart form',
    change: (request) => {
      request.body = { tenant: 'of-the-user' };
    },
    request: form({ name: 'tenant', content: 'of-another' }),
    plain: { body: { tenant: 'of-the-user' } },
  },
  {
    that: 'replaces the query',
    change: (request, adapter) =>
      replaceQuery(request, adapter, { ...request.query, tenant: 'of-the-user' }),
    request: { method: 'GET', query: '?tenant=of-another&text=a' },
    plain: { query: { tenant: 'of-the-user', text: 'a' } },
  },
  {
    that: 'replaces the query by values of other types',
    change: (request, adapter) => replaceQuery(request, adapter, { count: 7, tags: ['a'] }),
    request: { method: 'GET', query: '?count=1' },
    plain: { query: { count: 7, tags: ['a'] } },
  },
  {
    that: 'removes a parameter of the query',
    change: (request, adapter) => {
      const { text } = request.query;
      replaceQuery(request, adapter, { text });
    },
    request: { method: 'DELETE', query: '?org=theirs&text=a' },
    plain: { query: { text: 'a' } },
  },
  {
    that: 'changes a query in place',
    change: ({ query }) => {
      query['tenant'] = 'of-the-user';
    },
    request: { method: 'GET', query: '?tenant=of-another' },
    // On Express 5, the query is read from the URL again.
    plain: (adapter) => ({
      query: { tenant: adapter === 'express' ? 'of-another' : 'of-the-user' },
    }),
  },
  {
    that: 'deletes a parameter of the query in place',
    change: ({ query }) => void Reflect.deleteProperty(query, 'tenant'),
    request: { method: 'GET', query: '?tenant=of-another&text=a' },
    plain: (adapter) => ({
      query: { text: 'a', ...(adapter === 'express' ? { tenant: 'of-another' } : {}) },
    }),
  },
  {
    that: 'replaces a parameter of the path',
    change: (request) => {
      if (request.params['id'] !== undefined) request.params['id'] = 'of-the-user';
    },
    request: { ...sent, path: 'guarded/of-another' },
    plain: { params: { id: 'of-the-user' } },
  },
  {
    that: 'changes nothing',
    change: ({ body, query }) => void [Object.keys(body), Object.keys(query)],
    request: { ...sent, query: '?other=b' },
    plain: { body: { org: 'theirs', tenant: 'of-another', text: 'a' }, query: { other: 'b' } },
  },
];

/** A guard of the two handlers, and one of `main.ts`. */
const boundCases = (adapter: AdapterName): readonly Case[] =>
  CASES.map(({ on, that, change, request, plain }) => ({
    on: on ?? adapter,
    after: `a guard ${that}`,
    setup: () => ({ guard: (given) => change(given, adapter) }),
    request: { path: 'guarded', ...request },
    plain,
  }));

const globalCases = (adapter: AdapterName): readonly Case[] =>
  CASES.map(({ on, that, change, request, plain }) => ({
    on: on ?? adapter,
    after: `a global guard ${that}`,
    setup: () => ({ configure: globalGuard((given) => change(given, adapter)) }),
    request,
    plain,
  }));

describe.each(BOTH_ADAPTERS)('guards on %s', (adapter) => {
  testCases(adapter, [...boundCases(adapter), ...globalCases(adapter)]);
});
