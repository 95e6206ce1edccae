import { describe, expect, test } from 'vitest';
import { httpError } from '../../lib/diagnostics/http-error-catalogue.js';
import { ADAPTERS } from '../support/application.js';

describe.each(ADAPTERS)('A hardened environment on %s', (adapter) => {
  test('Requests are served where Error, Object and their prototypes are frozen', async () => {
    const { freezeAndFetch } = await import('./support/frozen-globals.js');
    const outcome = await freezeAndFetch(adapter);
    expect(outcome).toEqual([
      [200, '[{"id":1}]'],
      [404, 'rest_no_route'],
      [400, 'rest_invalid_param'],
    ]);
  });
});

describe('Errors without a stack trace', () => {
  test('The limit of stack traces is as before once the error is created', () => {
    const { stackTraceLimit } = Error;
    expect(httpError('rest_no_route').stack).not.toMatch(/\n\s+at /);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });

  test('An error has its stack trace if the limit is not a number', () => {
    const { stackTraceLimit } = Error;
    try {
      Reflect.deleteProperty(Error, 'stackTraceLimit');
      expect(httpError('rest_no_route').getStatus()).toBe(404);
      expect('stackTraceLimit' in Error).toBe(false);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  });
});
