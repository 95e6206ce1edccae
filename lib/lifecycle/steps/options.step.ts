import type { PathGroup } from '../../routing/path-group.js';
import {
  allowedMethods,
  createAllow,
  isPreflight,
  maskOf,
  reportAllowFailure,
  type OnAllowFailure,
} from '../permissions/allow.js';
import type { Permissions } from '../permissions/permission-checks.js';
import type { RequestContext } from '../request-context.js';
import { isNamed, type RouteEntry, type Endpoint, type Step } from '../endpoint.js';
import { describeGroup, withSelfLink, type GroupDescription } from '../responses/discovery.js';
import type { Extensions } from '../extension.js';
import { rootOf } from '../messages/root.js';
import { identifyStep } from './authorize.step.js';
import { guardStep } from './guard.step.js';
import { memoize, whenReady, type Awaitable } from '../../shared/promises.js';

interface AdmitContext {
  readonly user: (context: RequestContext) => unknown;
  readonly onAllowFailure: OnAllowFailure;
}

interface OptionsContext extends AdmitContext {
  readonly extensions: Pick<Extensions, 'parameterChecks'>;
  /** Whether the application describes itself: to every caller, with the link of the path. */
  readonly isDescribed: boolean;
  /** The origin of the API; by default that of each request. */
  readonly origin: string | undefined;
  readonly permissions: Permissions;
}

/** The steps of OPTIONS on a path. */
interface OptionsSteps {
  /** Runs the guards and finds the caller. */
  readonly admit: readonly Step[];
  /** Leaves the endpoints that the caller may learn of. Without one, the path is unknown to the caller: `false`. */
  readonly narrow: (context: RequestContext) => Awaitable<boolean>;
  readonly describe: readonly Step[];
}

const UNKNOWN: OptionsSteps = { admit: [], narrow: () => false, describe: [] };

/**
 * The steps of OPTIONS: describes a path to callers that its guards admit. A CORS preflight has no credentials, so
 * guards do not run for it; for a path with guards, it gets 204 without a description.
 *
 * If the application describes itself, as WordPress does, everyone learns of all routes that are not hidden. If not, a
 * caller learns only of those that this caller may use.
 */
export function describeStepsOf(
  group: PathGroup<RouteEntry>,
  options: OptionsContext,
): OptionsSteps {
  if (!group.entries.some(isNamed)) return UNKNOWN;
  const { origin, extensions, isDescribed } = options;
  const described = isDescribed ? describeStep(origin) : describeBareStep;
  const describe = [...extensions.parameterChecks, described];
  const admit = admitStepsOf(group, options);
  const narrow = isDescribed ? () => true : narrowing(options);
  if (!hasGuards(group)) return { admit, narrow, describe };
  return {
    admit: admit.map(unlessPreflight),
    narrow: (context) => isPreflight(context.method, context.headers) || narrow(context),
    describe: describe.map(unlessPreflight),
  };
}

/** Runs the guards of a path, of which one must admit the caller, and finds the caller. */
export function admitStepsOf(
  group: PathGroup<RouteEntry>,
  { user, onAllowFailure }: AdmitContext,
): readonly Step[] {
  const guard = guardGroupStep(group, onAllowFailure);
  return guard === undefined ? [identifyStep(user)] : [guard, identifyStep(user)];
}

function hasGuards({ entries }: PathGroup<RouteEntry>): boolean {
  return entries.some((entry) => entry.endpoint().ports.guards !== undefined);
}

function unlessPreflight(step: Step): Step {
  return (context) => (isPreflight(context.method, context.headers) ? undefined : step(context));
}

/** Leaves the endpoints with a method that the caller may use. */
function narrowing({ permissions, onAllowFailure }: OptionsContext): OptionsSteps['narrow'] {
  const allowOf = createAllow(permissions, onAllowFailure);
  const subsetsOf = memoize((group: PathGroup<RouteEntry>) =>
    memoize((mask: number) => narrowed(group, mask)),
  );
  return (context) =>
    whenReady(allowedMethods(context, allowOf), (methods) => {
      const isAllowed = (entry: RouteEntry) => entry.methods.some((name) => methods.includes(name));
      const mask = maskOf(context.group.entries, isAllowed);
      if (mask !== 0) context.group = subsetsOf(context.group)(mask);
      return mask !== 0;
    });
}

/** Describes a path, with its link. */
function describeStep(url: string | undefined): Step {
  return (context) => {
    const { pattern } = context.group;
    const root = rootOf(context.exchange, url);
    context.keepResult(withSelfLink(descriptionOf(context), pattern, root));
  };
}

const describeBareStep: Step = (context) => {
  context.keepResult(descriptionOf(context));
};

function descriptionOf({ group }: RequestContext): GroupDescription {
  return describeGroup(group.entries.map(({ route }) => route));
}

/**
 * Runs the guards of every endpoint of a path, for OPTIONS. An endpoint whose guards reject is neither described nor
 * allowed. If all reject, the first rejection is the response. A path without guards does not have this step.
 */
function guardGroupStep(group: PathGroup<RouteEntry>, onFailure: OnAllowFailure): Step | undefined {
  const entries = group.entries.map((entry) => entry.endpoint());
  // An index of the library at the path of a route does not admit callers whom the guards of the route reject.
  const decides = maskOf(group.entries, ({ route }) => route.listedArguments === undefined);
  if (!hasGuards(group)) return undefined;
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
  const rejections: { readonly error: unknown; readonly endpoint: Endpoint }[] = [];
  // One after the other: the guards of two endpoints may both write `request.user`.
  for (const [at, endpoint] of entries.entries()) {
    try {
      await guards[at]?.(context);
      mask |= 1 << at;
    } catch (error) {
      rejections.push({ error, endpoint });
    }
  }
  const [first] = rejections;
  // It is reported as the error of any other request. The others are most often of the same guard.
  if (first !== undefined && (mask & (decides || mask)) === 0) throw first.error;
  for (const { error, endpoint } of rejections) reportAllowFailure(error, endpoint, onFailure);
  return mask;
}

function narrowed(
  { pattern, entries }: PathGroup<RouteEntry>,
  mask: number,
): PathGroup<RouteEntry> {
  const [first = entries[0], ...others] = entries.filter((_, at) => (mask & (1 << at)) !== 0);
  return { pattern, entries: [first, ...others] };
}
