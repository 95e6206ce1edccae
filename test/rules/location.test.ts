import { describe, expect, test } from 'vitest';
import { diagnosticAt } from '../../lib/diagnostics/diagnostic.js';
import { describeLocation, type LocationPart } from '../../lib/diagnostics/location.js';

const route = { className: 'Items', methodName: 'one', routeIndex: 0 };

describe('a location is displayed', () => {
  const cases: readonly (readonly [string, LocationPart])[] = [
    ['Items.one', { kind: 'path' }],
    ['Items.one', { kind: 'cache', option: 'ttl' }],
    ['Items.one', { kind: 'callback', at: 'reference' }],
    ['Items.one, permission callback', { kind: 'callback', at: 'declaration' }],
    ['Items.one, {id}', { kind: 'placeholder', name: 'id' }],
    ['Items.one, id', { kind: 'parameter', owner: 'route', index: 0, name: 'id' }],
    ['Items.one, parameter 3', { kind: 'parameter', owner: 'route', index: 2 }],
    ['Items.one', { kind: 'parameter', owner: 'route', index: 0, name: 'id', aspect: 'name' }],
    [
      'Items.one, permission callback, id',
      { kind: 'parameter', owner: 'callback', index: 0, name: 'id' },
    ],
    ['Items.one, callback parameter id', { kind: 'callback-argument', name: 'id', index: 0 }],
    ['Items.one, Books', { kind: 'service', name: 'Books', owner: 'route', index: 0 }],
  ];
  test.each(cases)('as %j', (text, part) => {
    expect(describeLocation({ ...route, part })).toBe(text);
  });

  test('as the class only where no method is meant', () => {
    expect(describeLocation({ className: 'Items', part: { kind: 'version' } })).toBe('Items');
  });

  test('as the property of a value class', () => {
    const part = { kind: 'property', name: 'sku' } as const;
    expect(describeLocation({ className: 'Line', part })).toBe('Line, sku');
  });
});

test('a diagnostic carries its location as data and as names', () => {
  const location = { ...route, part: { kind: 'placeholder', name: 'id' } } as const;
  const details = { code: 'RR1003', expected: 'a parameter named id', received: 'none' } as const;
  expect(diagnosticAt(location, details)).toEqual({
    className: 'Items',
    methodName: 'one',
    parameterName: '{id}',
    ...details,
    location,
  });
});
