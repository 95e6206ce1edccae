import type { ReceivedResponse } from '../../index/reading/fetch-limited.js';
import type { ResponseDifference } from '../difference.js';
import { shapeOf } from './body-shape.js';
import { compareShapes } from './compare-shapes.js';
import { linkRelations } from './link-relations.js';

/** How many items and pages a list has. */
const PRESENT = ['X-WP-Total', 'X-WP-TotalPages'] as const;

/** Compares what a client sees of two responses: status, headers and the shape of the body. */
export function compareResponses(
  before: ReceivedResponse,
  after: ReceivedResponse,
): readonly ResponseDifference[] {
  const status = compareStatus(before.status, after.status);
  // Another status comes with other headers and another body.
  if (status.length > 0) return status;
  return [
    ...compareContentType(before.headers, after.headers),
    ...compareSets('Allow', allowed(before), allowed(after)),
    ...compareSets('Link', linkRelations(before.headers), linkRelations(after.headers)),
    ...PRESENT.flatMap((name) => comparePresence(name, before.headers, after.headers)),
    ...compareBodies(before, after),
  ];
}

function compareStatus(before: number, after: number): readonly ResponseDifference[] {
  if (before === after) return [];
  const text = `status ${after} instead of ${before}`;
  if (before < 400) return [{ impact: 'lost', text }];
  return [{ impact: after < 400 ? 'gained' : 'changed', text }];
}

/** Without parameters: JSON is UTF-8, whether that is stated or not. */
function compareContentType(before: Headers, after: Headers): readonly ResponseDifference[] {
  const [was, is] = [mediaType(before), mediaType(after)];
  if (was === is) return [];
  return [{ impact: 'lost', text: `content type ${is || 'missing'} instead of ${was || 'none'}` }];
}

function mediaType(headers: Headers): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

function allowed({ headers }: ReceivedResponse): ReadonlySet<string> {
  const methods = (headers.get('allow') ?? '').split(',').map((method) => method.trim());
  return new Set(methods.filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method)));
}

function compareSets(
  header: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): readonly ResponseDifference[] {
  const gone = [...before].filter((one) => !after.has(one));
  const added = [...after].filter((one) => !before.has(one));
  return [
    ...gone.map((one) => ({ impact: 'lost', text: `header ${header} without ${one}` }) as const),
    ...added.map((one) => ({ impact: 'gained', text: `header ${header} with ${one}` }) as const),
  ];
}

function comparePresence(
  name: string,
  before: Headers,
  after: Headers,
): readonly ResponseDifference[] {
  if (before.has(name) === after.has(name)) return [];
  return before.has(name)
    ? [{ impact: 'lost', text: `no header ${name}` }]
    : [{ impact: 'gained', text: `a header ${name}` }];
}

function compareBodies(
  { bytes: before }: ReceivedResponse,
  { bytes: after }: ReceivedResponse,
): readonly ResponseDifference[] {
  const [was, is] = [jsonOf(before), jsonOf(after)];
  if (was === undefined || is === undefined) {
    return was === undefined ? [] : [{ impact: 'lost', text: 'body is no JSON' }];
  }
  return compareShapes(shapeOf(was), shapeOf(is), 'body');
}

/** `undefined` for what is no JSON. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
