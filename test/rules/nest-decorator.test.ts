import { expect, test } from 'vitest';
import { nestDecoratorRule } from '../../lib/routes/rules/route.rules.js';
import { routeSubject } from './support/subject.js';

const readers = { unusedDecorators: () => ['@Redirect', '@Sse'] };

test('a compiler, which does not know the metadata of Nest, finds nothing', () => {
  expect(nestDecoratorRule(routeSubject())).toEqual([]);
});

test('a method without such decorators is valid', () => {
  const none = { unusedDecorators: () => [] };
  expect(nestDecoratorRule(routeSubject({}, { readers: none }))).toEqual([]);
});

test('each decorator without effect is RR1026', () => {
  expect(nestDecoratorRule(routeSubject({}, { readers }))).toMatchObject([
    { code: 'RR1026', part: { kind: 'decorator', name: '@Redirect' }, received: '@Redirect' },
    { code: 'RR1026', part: { kind: 'decorator', name: '@Sse' }, received: '@Sse' },
  ]);
});

test('a method with several routes has each diagnostic once', () => {
  expect(nestDecoratorRule(routeSubject({ routeIndex: 1 }, { readers }))).toEqual([]);
});
