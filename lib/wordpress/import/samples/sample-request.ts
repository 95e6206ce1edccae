import { compileMatch } from '../../../model/paths/match/match-pattern.js';
import type { JsonValue } from '../../../schema/vocabulary.js';
import type { PlannedPlaceholder, PlannedRoute } from '../plan/import-plan.js';
import { sampleOf } from './sample-value.js';

/** A request whose arguments are valid. */
export interface SampleRequest {
  readonly method: string;
  /** Below the namespace. */
  readonly path: string;
  readonly args: Readonly<Record<string, JsonValue>>;
}

const VALUES: readonly string[] = [
  '7',
  'sample',
  'some/sample',
  'sample.css',
  'a-b',
  'AB',
  'a',
  '2026-01-02',
  'v1',
  '1.0',
  'en_US',
  'SAMPLE',
  'sample@example.com',
  'abcdef0123456789abcdef0123456789',
  '5d3f6f4e-5b1a-4c0e-9a3c-2f6f0a1b2c3d',
];

/** A request to a route; `undefined` where no values for it are found. */
export function sampleRequest(route: PlannedRoute): SampleRequest | undefined {
  const { version, path, methods, placeholders, args } = route;
  const values = new Map(placeholders.map((one) => [one.name, sampleOfPlaceholder(one)]));
  const required = args.filter(({ schema }) => schema.required === true);
  const samples = required.map(({ name, schema }) => [name, sampleOf(schema)] as const);
  const [method] = methods;
  const isKnown = [...values.values(), ...samples.map(([, value]) => value)].every(
    (one) => one !== undefined,
  );
  if (!isKnown || method === undefined || (method === 'GET' && !samples.every(isQueryValue)))
    return undefined;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  const entries = samples.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { method, path: `/${version}${filled}`, args: Object.fromEntries(entries) };
}

function sampleOfPlaceholder({ kind, match, schema }: PlannedPlaceholder): string | undefined {
  if (kind === 'integer') return String(Math.max(7, schema.minimum ?? 0));
  if (match === undefined) return 'sample';
  const { accepts } = compileMatch(match);
  return VALUES.find((value) => accepts(value));
}

function isQueryValue([, value]: readonly [string, JsonValue | undefined]): boolean {
  return typeof value !== 'object';
}
