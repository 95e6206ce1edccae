import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { writtenParameters } from '../../lib/decorators/reading/declare-parameters.js';

const METHOD = (text: string): unknown => runInThisContext(`({ ${text} }).list`);

test.each([
  ['list() { return f(1, 2); }', []],
  ['list(/* none, at all */) {}', []],
  ['list(page, size = 10, ) {}', ['page', 'size']],
  ['list(a = \')\', b = `(${1}`, c = "\\",") {}', ['a', 'b', 'c']],
  ['list(a = [1, 2], { b, c } = { b: (1, 2) }, d) {}', ['a', undefined, 'd']],
  ['list(a, // the (first\n b) {}', ['a', 'b']],
  ['async list(a, ...rest) {}', ['a']],
  ['list: function (...args) { return original.apply(this, args); }', []],
  ['list: id => check(id, 2)', ['id']],
  ['list: async ($id) => check($id)', ['$id']],
  ['list: (function (a) {}).bind(1)', []],
  ['list: new Proxy(function (a) {}, {})', []],
  ['list(a = /[(]/) {}', []],
])('{ %s } has the parameters %j', (text, expected) => {
  expect(writtenParameters(METHOD(text))).toEqual(expected);
});

test('a value that is no function has none', () => {
  expect(writtenParameters('list(a) {}')).toEqual([]);
});
