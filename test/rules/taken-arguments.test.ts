import { expect, test } from 'vitest';
import { takenArgumentsRule } from '../../lib/routes/rules/cache.rules.js';
import { argument, parameterWith, routeSubject } from './support/subject.js';

const cacheOf = (...takenArguments: readonly string[]) => ({
  ttl: '5m',
  statesVary: true,
  takenArguments,
});

test('names of arguments are valid', () => {
  const parameters = [argument('id'), argument('page', {}, 1)];
  const route = { cache: cacheOf('page', 'id') };
  expect(takenArgumentsRule(routeSubject(route, { parameters }))).toEqual([]);
});

test('another name is RR1037, which lists the arguments', () => {
  const parameters = [argument('id'), argument('page', {}, 1)];
  const route = { cache: cacheOf('id', 'slug', 'name') };
  expect(takenArgumentsRule(routeSubject(route, { parameters }))).toMatchObject([
    { code: 'RR1037', part: { kind: 'cache' }, expected: 'id, page', received: 'slug, name' },
  ]);
});

test('a route without arguments has no name to take', () => {
  expect(takenArgumentsRule(routeSubject({ cache: cacheOf('id') }))).toMatchObject([
    { code: 'RR1037', expected: 'no name: there are no arguments', received: 'id' },
  ]);
});

test('nothing is reported where a parameter has a diagnostic of its own', () => {
  const route = { cache: cacheOf('slug'), parameters: [parameterWith()] };
  expect(takenArgumentsRule(routeSubject(route, { parameters: [] }))).toEqual([]);
});

test('a route whose functions take nothing is not checked', () => {
  expect(takenArgumentsRule(routeSubject({}))).toEqual([]);
});
