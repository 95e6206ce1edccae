import fc from 'fast-check';
import type { TestApplication } from './application.js';
import {
  CLASS_LAYERS,
  METHOD_LAYERS,
  type ClassLayer,
  type MethodLayer,
  type Stacks,
} from './wrapping-decorators.js';

/** Random stacks of decorators that wrap; Nest itself loses plain handlers that are accessors. */
const methodStack = fc.array(
  fc.constantFrom(...(Object.keys(METHOD_LAYERS) as readonly MethodLayer[])),
  { maxLength: 3 },
);
const classStack = fc.array(
  fc.constantFrom(...(Object.keys(CLASS_LAYERS) as readonly ClassLayer[])),
  { maxLength: 2 },
);

export const arbitraryStacks: fc.Arbitrary<Stacks> = fc.record({
  aboveClass: classStack,
  belowClass: classStack,
  above: methodStack,
  between: methodStack,
  below: methodStack,
});

const JSON_TYPE = { 'content-type': 'application/json' };
const ADMIN = { 'x-user': 'admin' };

interface Probe {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expected: readonly [status: number, text?: string];
}

/** What a limit, a schema, a list, spread arguments, a permission, a callback and a cache each change. */
const PROBES: readonly Probe[] = [
  { method: 'GET', path: 'max?n=10', expected: [200, '10'] },
  { method: 'GET', path: 'max?n=99', expected: [400] },
  { method: 'GET', path: 'max', expected: [400] },
  { method: 'POST', path: 'any', headers: JSON_TYPE, body: '{"value":{"a":1}}', expected: [200] },
  { method: 'POST', path: 'any', headers: JSON_TYPE, body: '{"value":{"b":1}}', expected: [400] },
  { method: 'POST', path: 'list', headers: JSON_TYPE, body: '{"tags":["a"]}', expected: [200] },
  { method: 'POST', path: 'list', headers: JSON_TYPE, body: '{"tags":["a","b"]}', expected: [400] },
  { method: 'GET', path: 'spread?page=2', expected: [200, '{"page":2}'] },
  { method: 'GET', path: 'spread?page=0', expected: [400] },
  { method: 'GET', path: 'slug/a-b', expected: [200, '"a-b"'] },
  { method: 'GET', path: 'slug/a.b', expected: [404] },
  { method: 'DELETE', path: 'admin', expected: [401] },
  { method: 'DELETE', path: 'admin', headers: ADMIN, expected: [200, '"gone"'] },
  { method: 'GET', path: 'own?id=1', expected: [401] },
  { method: 'GET', path: 'own?id=2', expected: [200, '2'] },
  { method: 'GET', path: 'own?id=999', expected: [400] },
];

/** Sends every probe, and returns those whose response is another one. */
export async function differences(app: TestApplication, base: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { method, path, expected, ...options } of PROBES) {
    const { status, text } = await app.fetch(method, `${base}/${path}`, options);
    const [wanted, body = text] = expected;
    if (status !== wanted || text !== body) found.push(`${method} ${path}: ${status} ${text}`);
  }
  const first = await app.fetch('GET', `${base}/cached`);
  const second = await app.fetch('GET', `${base}/cached`);
  if (first.status !== 200 || first.text !== second.text) found.push('GET cached');
  return found;
}
