import { describe, expect, test } from 'vitest';
import { httpError } from '../../lib/diagnostics/http-error-catalogue.js';

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
