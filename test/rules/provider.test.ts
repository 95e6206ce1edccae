import { expect, test } from 'vitest';
import { callbackProviderRule, providerRule } from '../../lib/routes/rules/permission.rules.js';
import { callbackSubject, routeSubject } from './support/subject.js';

const service = { kind: 'service', index: 1, handle: { name: 'Books', ref: {} } } as const;
const nothing = {
  isMarked: false,
  isInjectable: false,
  takesServices: false,
  hasBehaviour: false,
  hasValues: false,
};

test('a compiler, which knows no providers, finds nothing', () => {
  expect(providerRule(routeSubject({}, { parameters: [service] }))).toEqual([]);
});

test('a service that the module provides is valid', () => {
  const readers = { isProvided: () => true };
  expect(providerRule(routeSubject({}, { parameters: [service], readers }))).toEqual([]);
});

test('a service that no module provides is RR1019 at the parameter', () => {
  const readers = { isProvided: () => false };
  expect(providerRule(routeSubject({}, { parameters: [service], readers }))).toEqual([
    {
      code: 'RR1019',
      part: { kind: 'service', name: 'Books', owner: 'route', index: 1 },
      expected: 'a provider of Books',
      received: 'neither',
    },
  ]);
});

test('RR1019 of a plain class also offers a list of values', () => {
  const readers = { isProvided: () => false, traits: () => nothing };
  const callback = { kind: 'callback', name: 'may', isStatic: true, parameters: [] } as const;
  const subject = callbackSubject(callback, { callbackParameters: [service], readers });
  expect(callbackProviderRule(subject)).toMatchObject([
    {
      part: { owner: 'callback' },
      expected: '@ListOf(Books) on a list of values, or a provider of Books',
    },
  ]);
});
