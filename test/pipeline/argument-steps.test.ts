import { describe, expect, it } from 'vitest';
import { RestException } from 'nestjs-rest-routes';
import { bindStep } from '../../lib/lifecycle/arguments/bind.js';
import { checkFields } from '../../lib/lifecycle/responses/fields.js';
import { mediaTypeStep } from '../../lib/lifecycle/steps/media-type.step.js';
import { validateStep } from '../../lib/lifecycle/steps/validate.step.js';
import { contextOf, endpointOf, type FakeRequest } from './support/fakes.js';

const args = {
  id: { type: 'integer', required: true },
  title: { type: 'string', required: false, default: 'untitled' },
} as const;

describe('The bind step', () => {
  it.each<[title: string, request: FakeRequest, values: readonly unknown[]]>([
    ['coerces an argument of the query', { queryText: 'id=7' }, [7, 'untitled']],
    [
      'prefers the body to the query',
      { method: 'POST', queryText: 'id=1&title=query', json: { id: 2 } },
      [2, 'query'],
    ],
    ['ignores the body of a GET', { queryText: 'id=1', json: { id: 2 } }, [1, 'untitled']],
    ['ignores arguments that are not declared', { queryText: 'id=1&x=2' }, [1, 'untitled']],
  ])('%s', (_title, request, values) => {
    const context = contextOf(request, endpointOf({ args }));
    expect(bindStep(context)).toBeUndefined();
    expect(context.values).toEqual(values);
  });

  it('takes a placeholder only from the path', () => {
    const endpoint = endpointOf({ args, template: '/acme/v1/items/{id}' });
    const context = contextOf({ queryText: 'id=9' }, endpoint, { id: '7' });
    expect(bindStep(context)).toBeUndefined();
    expect(context.values[0]).toBe(7);
  });

  it.each<[title: string, request: FakeRequest, code: string, message: RegExp]>([
    ['a missing argument', {}, 'rest_missing_callback_param', /id/],
    ['an invalid argument', { queryText: 'id=x' }, 'rest_invalid_param', /id/],
    [
      'a missing argument before an invalid one',
      { queryText: 'title[]=a' },
      'rest_missing_callback_param',
      /id/,
    ],
    [
      'an invalid query value behind a valid body value',
      { method: 'POST', queryText: 'id=x', json: { id: 2 } },
      'rest_invalid_param',
      /id/,
    ],
    ['a query that cannot be decoded', { queryText: 'id=%' }, 'rest_invalid_url', /encoding/],
  ])('rejects %s', (_title, request, code, message) => {
    const context = contextOf(request, endpointOf({ args }));
    const rejection = bindStep(context);
    expect(rejection).toBeInstanceOf(RestException);
    expect(rejection?.code).toBe(code);
    expect(rejection?.message).toMatch(message);
    expect(context.values).toEqual([]);
  });
});

describe('The fields step', () => {
  it.each([
    ['a request without _fields', ''],
    ['a _fields within its limits', '_fields=id,author.name'],
  ])('accepts %s', (_title, queryText) => {
    expect(checkFields(contextOf({ queryText }))).toBeUndefined();
  });

  it.each([
    ['too many names', `_fields=${Array.from({ length: 1001 }, (_, at) => `f${at}`).join()}`],
    ['too many levels', `_fields=${Array(65).fill('a').join('.')}`],
  ])('rejects a _fields with %s', (_title, queryText) => {
    expect(checkFields(contextOf({ queryText }))?.code).toBe('rest_invalid_param');
  });
});

describe('The media type step', () => {
  const unread = (headers: FakeRequest['headers']): FakeRequest => ({
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    message: { readableDidRead: false, readableLength: 0, complete: true },
  });

  it('is left out of a route that may ignore the body', () => {
    expect(mediaTypeStep(endpointOf({ unreadBody: 'ignore' }))).toBeUndefined();
  });

  it.each<[title: string, request: FakeRequest, code: string | undefined]>([
    [
      'rejects a body that was not read',
      unread({ 'content-length': '3' }),
      'rest_unsupported_media_type',
    ],
    ['accepts an empty body', unread({ 'content-length': '0' }), undefined],
    ['accepts an empty chunked body', unread({ 'transfer-encoding': 'chunked' }), undefined],
    ['accepts a body that was read', { method: 'POST', json: { id: 1 } }, undefined],
    ['accepts a GET', { headers: { 'content-length': '3' } }, undefined],
  ])('%s', async (_title, request, code) => {
    const step = mediaTypeStep(endpointOf({ unreadBody: 'reject' }));
    const rejection = await step?.(contextOf(request));
    expect(rejection?.code).toBe(code);
  });
});

describe('The validate step', () => {
  it('is left out of a route without validators of value classes', () => {
    expect(validateStep(endpointOf())).toBeUndefined();
  });

  it('returns the rejection of a validator', async () => {
    const rejection = new RestException('bad_item', 'Bad.', 400);
    const step = validateStep(endpointOf({ ports: { validate: async () => rejection } }));
    expect(await step?.(contextOf())).toBe(rejection);
  });
});
