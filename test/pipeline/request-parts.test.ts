import { describe, expect, it } from 'vitest';
import { bodyFormat, NO_BODY, readBody, isTooDeep } from '../../lib/lifecycle/arguments/body.js';
import {
  MalformedParameters,
  parseParameters,
} from '../../lib/lifecycle/arguments/query-string.js';
import { effectiveMethod } from '../../lib/lifecycle/responses/fields.js';
import { FakeExchange } from './support/fakes.js';

describe('A query string', () => {
  it.each<[text: string, parameters: unknown]>([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2', { a: '2' }],
    ['a', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=x+y%20z', { a: 'x y z' }],
    ['tags[]=a&tags[]=b', { tags: ['a', 'b'] }],
    ['tags[1]=b&tags[0]=a', { tags: ['b', 'a'] }],
    ['lines[0][sku]=x&lines[0][qty]=2', { lines: [{ sku: 'x', qty: '2' }] }],
    ['a[b]=1&a[c][]=2', { a: { b: '1', c: ['2'] } }],
    ['a.b=1&c d=2', { a_b: '1', c_d: '2' }],
    ['[a]=1', {}],
    ['a[b=1', { a_b: '1' }],
  ])('"%s" is read as WordPress reads it', (text, parameters) => {
    expect(JSON.parse(JSON.stringify(parseParameters(text)))).toEqual(parameters);
  });

  it('gives foreign names no meaning', () => {
    const parameters = parseParameters('__proto__=1&constructor[x]=2');
    expect(Object.getPrototypeOf(parameters)).toEqual({});
    expect(Object.keys(parameters)).toEqual(['__proto__', 'constructor']);
  });

  it.each([
    ['more than 1,000 parameters', 'a=1&'.repeat(1001)],
    ['more than 64 levels', `a${'[x]'.repeat(64)}=1`],
    ['more than 4,000 brackets in all names', `a${'[]'.repeat(60)}=1&`.repeat(70)],
    ['malformed percent-encoding', 'a=%zz'],
  ])('is rejected with %s', (_title, text) => {
    expect(() => parseParameters(text)).toThrow(MalformedParameters);
  });
});

describe('The format of a body', () => {
  it.each<[contentType: string | undefined, method: string, format: string]>([
    ['application/json', 'POST', 'json'],
    ['application/problem+json; charset=utf-8', 'POST', 'json'],
    ['Application/JSON', 'PUT', 'json'],
    ['application/x-www-form-urlencoded', 'POST', 'form'],
    ['text/csv', 'POST', 'other'],
    [undefined, 'POST', 'other'],
    [undefined, 'PUT', 'form'],
  ])('of %s in a %s is %s', (contentType, method, format) => {
    expect(bodyFormat(contentType, method)).toBe(format);
  });
});

describe('A body', () => {
  const read = (text: string | Buffer, format: 'json' | 'form', type?: string) =>
    readBody(Buffer.from(text), format, type);

  it.each([
    ['an object', '{"a":1}', { a: 1 }],
    ['a list, which has no names', '[1]', {}],
  ])('in JSON gives the parameters of %s', (_title, text, value) => {
    expect(read(text, 'json')).toMatchObject({ kind: 'parameters', value });
  });

  it('as a form gives its parameters', () => {
    expect(read('a=1', 'form')).toMatchObject({ kind: 'parameters', value: { a: '1' } });
  });

  it('that is empty, or of another format, is no body', () => {
    expect(read('', 'json')).toBe(NO_BODY);
    expect(readBody(Buffer.from('x'), 'other', 'text/csv')).toBe(NO_BODY);
  });

  it.each<[title: string, body: string | Buffer, type: string | undefined, code: string]>([
    ['is no JSON', '{', undefined, 'rest_invalid_json'],
    ['is nested too deeply', '['.repeat(600), undefined, 'rest_invalid_json'],
    ['is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), undefined, 'rest_invalid_json'],
    [
      'has another charset',
      '{}',
      'application/json; charset=latin1',
      'rest_unsupported_media_type',
    ],
  ])('that %s is rejected without an exception', (_title, body, type, code) => {
    expect(read(body, 'json', type)).toMatchObject({ kind: 'rejected', error: { code } });
  });

  it('may contain the replacement character as text', () => {
    expect(read('{"a":"\ufffd"}', 'json')).toMatchObject({ value: { a: '\ufffd' } });
  });
});

describe('The depth of a JSON text', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  it('may be 512, and no more', () => {
    expect(isTooDeep(nested(512))).toBe(false);
    expect(isTooDeep(nested(513))).toBe(true);
  });

  it('does not count brackets in strings', () => {
    expect(isTooDeep(`["\\"${'['.repeat(600)}"]`)).toBe(false);
    expect(isTooDeep(`["\\\\",${'['.repeat(512)}`)).toBe(true);
    expect(isTooDeep(`["${'['.repeat(600)}`)).toBe(false);
  });
});

describe('The method of a request', () => {
  const header = { 'x-http-method-override': 'delete' };

  it.each([
    ['is overridden by a header of a POST', { method: 'POST', headers: header }, 'DELETE'],
    ['is overridden by _method of a POST', { method: 'POST', queryText: 'a=1&_method=PUT' }, 'PUT'],
    ['is not overridden on a GET', { method: 'GET', headers: header }, 'GET'],
    ['is not overridden by an unknown method', { method: 'POST', queryText: '_method=X' }, 'POST'],
  ])('%s', (_title, request, method) => {
    expect(effectiveMethod(new FakeExchange(request))).toBe(method);
  });
});
