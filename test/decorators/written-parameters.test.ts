import { expect, test } from 'vitest';
import { writtenParameters } from '../../lib/decorators/reading/written-parameters.js';

/** Functions as an engine shows them: their text decides. */
const read = (text: string) => {
  const method = () => undefined;
  const { toString } = Function.prototype;
  Function.prototype.toString = () => text;
  try {
    return writtenParameters(method);
  } finally {
    Function.prototype.toString = toString;
  }
};

test.each([
  ['list() { return f(1, 2); }', []],
  ['list(/* none, at all */) {}', []],
  ['list(page, size = 10, ) {}', ['page', 'size']],
  ['list(a = \')\', b = `(${1}`, c = "\\",") {}', ['a', 'b', 'c']],
  ['list(a = [1, 2], { b, c } = { b: (1, 2) }, d) {}', ['a', undefined, 'd']],
  ['list(a, // the (first\n b) {}', ['a', 'b']],
  ['async list(a, ...rest) {}', ['a']],
  ['function (...args) { return original.apply(this, args); }', []],
  ['id => check(id, 2)', ['id']],
  ['async ($id) => check($id)', ['$id']],
  ['function () { [native code] }', []],
  ['class A { constructor(a) {} }', ['a']],
  ['list(a = /[(]/) {}', []],
])('%s has the parameters %j', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test('a value that is no function has none', () => {
  expect(writtenParameters('list(a) {}')).toEqual([]);
});
