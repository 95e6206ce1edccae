import type { PathGroup } from '../../routing/path-group.js';
import { type OnAllowFailure, isPreflight, maskOf } from '../permissions/allow.js';
import type { RequestContext } from '../request-context.js';
import type { RouteEntry, Endpoint, Step } from '../endpoint.js';
import { describeGroup, withSelfLink } from '../responses/discovery.js';
import type { GlobalParameters } from '../messages/global-parameters.js';
import type { LinkSettings } from '../messages/link.js';
import { rootOf } from '../responses/resolve-links.js';
import { fieldsStep } from '../responses/fields.js';
import { identifyStep } from './authorize.step.js';
import { guardStep } from './guard.step.js';
import { translateError } from '../../diagnostics/translate-error.js';
import { memoize } from '../../shared/promises.js';

interface OptionsContext {
  readonly globalParameters: GlobalParameters;
  /** Whether the description has the link of its path. */
  readonly isLinked: boolean;
  readonly user: (context: RequestContext) => unknown;
  readonly onAllowFailure: OnAllowFailure;
  readonly links: LinkSettings;
}

/**
 * The steps of OPTIONS: describes a path to callers that its guards admit. A CORS preflight has no credentials, so
 * guards do not run for it; for a path with guards, it gets 204 without a description.
 */
export function describeStepsOf(
  group: PathGroup<RouteEntry>,
  { user, onAllowFailure, links, globalParameters, isLinked }: OptionsContext,
): readonly Step[] {
  const describe = describeStep(isLinked ? links : undefined);
  const steps = globalParameters.names.has('_fields')
    ? [identifyStep(user), fieldsStep, describe]
    : [identifyStep(user), describe];
  const guard = guardGroupStep(group, onAllowFailure);
  return guard === undefined ? steps : [guard, ...steps].map(unlessPreflight);
}

function unlessPreflight(step: Step): Step {
  return (context) => (isPreflight(context.method, context.headers) ? undefined : step(context));
}

/** @param links Absent if the description has no link. */
function describeStep(links: LinkSettings | undefined): Step {
  return (context) => {
    const { entries, pattern } = context.group;
    const description = describeGroup(entries.map(({ route }) => route));
    context.keepResult(
      links === undefined
        ? description
        : withSelfLink(description, pattern, rootOf(context.exchange, links)),
    );
  };
}

/**
 * Runs the guards of every endpoint of a path, for OPTIONS. An endpoint whose guards reject is neither described nor
 * allowed. If all reject, the first rejection is the response. A path without guards does not have this step.
 */
function guardGroupStep(group: PathGroup<RouteEntry>, onFailure: OnAllowFailure): Step | undefined {
  const entries = group.entries.map((entry) => entry.endpoint());
  // An index of the library at the path of a route does not admit callers whom the guards of the route reject.
  const decides = maskOf(group.entries, ({ route }) => route.listedArguments === undefined);
  if (entries.every(({ ports }) => ports.guards === undefined)) return undefined;
  const guards = entries.map((endpoint) => guardStep(endpoint));
  // A group has few endpoints, so it has few subsets, each made once.
  const subsetOf = memoize((mask: number) => narrowed(group, mask));
  return async (context) => {
    context.group = subsetOf(await admittedEndpoints(entries, guards, decides, context, onFailure));
  };
}

/**
 * A bit mask of the endpoints whose guards admit the caller.
 *
 * @param decides The endpoints of which one must admit the caller; if there are none, any endpoint counts.
 * @throws The first rejection, if all guards reject.
 */
async function admittedEndpoints(
  entries: readonly Endpoint[],
  guards: readonly (Step | undefined)[],
  decides: number,
  context: RequestContext,
  onFailure: OnAllowFailure,
): Promise<number> {
  let mask = 0;
  let rejection: { readonly error: unknown } | undefined;
  // One after the other: the guards of two endpoints may both write `request.user`.
  for (const [at, endpoint] of entries.entries()) {
    try {
      await guards[at]?.(context);
      mask |= 1 << at;
    } catch (error) {
      rejection ??= { error };
      if (translateError(error) === undefined) onFailure(error, endpoint);
    }
  }
  if (rejection !== undefined && (mask & (decides || mask)) === 0) throw rejection.error;
  return mask;
}

function narrowed(
  { pattern, entries }: PathGroup<RouteEntry>,
  mask: number,
): PathGroup<RouteEntry> {
  const [first = entries[0], ...others] = entries.filter((_, at) => (mask & (1 << at)) !== 0);
  return { pattern, entries: [first, ...others] };
}
