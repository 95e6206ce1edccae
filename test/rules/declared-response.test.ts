import type { DeclaredType } from '../../lib/types/type.js';
import { expect, test } from 'vitest';
import { declaredResponseRule } from '../../lib/routes/rules/controller.rules.js';
import { routeSubject } from './support/subject.js';

const EXPECTED = 'a return type that says which properties leave';
const options = { responses: 'declared' } as const;

function received(returns: DeclaredType | undefined, more: object = {}): readonly string[] {
  const documentation = returns && { returns };
  const subject = routeSubject({ options, documentation, ...more });
  return declaredResponseRule(subject).map((finding) => finding.received);
}

const object = (type: DeclaredType): DeclaredType => ({
  kind: 'object',
  properties: [{ name: 'meta', type }],
});

test('a route that does not state declared responses needs no type', () => {
  expect(received(undefined, { options: {} })).toEqual([]);
  expect(received(undefined, { options: { responses: 'returned' } })).toEqual([]);
});

test('a route without a return type is RR1036 at the options', () => {
  expect(declaredResponseRule(routeSubject({ options }))).toEqual([
    { code: 'RR1036', part: { kind: 'options' }, expected: EXPECTED, received: 'no return type' },
  ]);
});

test.each<[title: string, type: DeclaredType, text: string]>([
  ['any', { kind: 'opaque', text: 'any' }, 'any'],
  ['unknown', { kind: 'opaque', text: 'unknown' }, 'unknown'],
  [
    'a list of unknown',
    { kind: 'array', items: { kind: 'opaque', text: 'unknown' } },
    'unknown ([])',
  ],
  ['any in a property', object({ kind: 'opaque', text: 'any' }), 'any (meta)'],
  ['a service', { kind: 'class', handle: { name: 'Service', ref: {} } }, 'Service'],
])('%s does not say what leaves', (_title, type, text) => {
  expect(received(type)).toEqual([text]);
});

test.each<[title: string, type: DeclaredType]>([
  ['a stream', { kind: 'opaque', text: 'StreamableFile' }],
  ['nothing', { kind: 'opaque', text: 'void' }],
  ['null', { kind: 'opaque', text: 'null' }],
  ['unknown in a property', object({ kind: 'opaque', text: 'unknown' })],
  ['a text', { kind: 'string' }],
])('%s says what leaves', (_title, type) => {
  expect(received(type)).toEqual([]);
});

test('a method that sends its response itself, and another option, are RR1036', () => {
  const readers = { respondsItself: () => true };
  expect(declaredResponseRule(routeSubject({ options }, { readers }))[0]?.received).toBe('@Res()');
  const subject = routeSubject({ options: { responses: 'all' as 'declared' } });
  expect(declaredResponseRule(subject)[0]?.expected).toBe("'declared' or 'returned'");
});
