import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { ApiIndex, IndexedEndpoint } from '../api-index.js';
import { fetchLimited } from '../fetch-limited.js';
import type { ReadOptions } from '../read-options.js';
import type { Difference, ResponseDifference } from './difference.js';
import type { RoutePair } from './pair-routes.js';
import type { RouteGroup } from './route-group.js';
import { compareResponses } from './compare-responses.js';

/** One of the two APIs, and how requests are sent to it. */
export interface ProbedApi {
  readonly index: ApiIndex;
  readonly options: ReadOptions;
}

/**
 * Sends the GET requests that need no arguments to both APIs, one after the other, and compares the
 * responses. GET requests change nothing.
 *
 * @throws InvalidArgumentException where an index is a file, or a request gets no response.
 */
export async function probeRoutes(
  pairs: readonly RoutePair[],
  before: ProbedApi,
  after: ProbedApi,
): Promise<readonly Difference[]> {
  const [root, newRoot] = [rootOf(before.index), rootOf(after.index)];
  const probed = pairs.flatMap(({ before: own, after: other }) =>
    own !== undefined && other !== undefined && isProbed(own) && isProbed(other)
      ? [[own, other] as const]
      : [],
  );
  const differences: Difference[] = [];
  for (const [at, [own, other]] of probed.entries()) {
    before.options.report?.(`Probing ${at + 1} of ${probed.length}: GET ${own.pattern}`);
    const [was, is] = await Promise.all([
      fetchLimited(new URL(root + own.pattern), before.options),
      fetchLimited(new URL(newRoot + other.pattern), after.options),
    ]);
    const found = compareResponses(was, is);
    differences.push(...found.map((one) => responseDifference(own.pattern, one)));
  }
  return differences;
}

function responseDifference(route: string, { impact, text }: ResponseDifference): Difference {
  return { impact, subject: 'response', route, methods: ['GET'], text };
}

/** Whether a request without arguments is valid. */
function isProbed({ skeleton, endpoints }: RouteGroup): boolean {
  const get = endpoints.get('GET');
  return get !== undefined && !skeleton.includes('{') && !needsArguments(get);
}

function needsArguments({ args }: IndexedEndpoint): boolean {
  return Object.values(args).some(({ required }) => required === true);
}

function rootOf({ root, source }: ApiIndex): string {
  if (root !== undefined) return root;
  throw new InvalidArgumentException(
    `--probe sends requests to both APIs, so both indices must be URLs; ${source} is a file.`,
  );
}
