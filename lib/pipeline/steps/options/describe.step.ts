import type { PathGroup } from '../../../routing/path-group.js';
import type { OnAllowFailure } from '../../permissions/allow.js';
import type { RequestContext } from '../../request-context.js';
import { describeGroup } from '../../discovery/describe-group.js';
import type { RouteEntry } from '../../endpoint.js';
import { isPreflight } from '../../permissions/preflight.js';
import { runSteps, type Step } from '../../step.js';
import { fieldsStep } from '../fields.step.js';
import { guardGroupStep } from './guard-group.step.js';
import { identifyStep } from '../identify.step.js';
import { throwingRejections } from '../thrown-rejection.js';

/** What the routes of an application share for OPTIONS. */
export interface DescribeContext {
  readonly user: (context: RequestContext) => unknown;
  readonly onAllowFailure: OnAllowFailure;
}

/**
 * The steps of OPTIONS: describes a path to callers that its guards admit. A CORS preflight has no
 * credentials, so it passes no guard; for a path with guards it gets 204 without a description.
 */
export function describeStepsOf(
  group: PathGroup<RouteEntry>,
  { user, onAllowFailure }: DescribeContext,
): readonly Step[] {
  const steps = [identifyStep(user), fieldsStep, describeStep];
  const catchesRejections = group.entries.some(
    (entry) => entry.open().ports.catchesRejections === true,
  );
  const describing = catchesRejections ? throwingRejections(steps) : steps;
  const guard = guardGroupStep(group, onAllowFailure);
  if (guard === undefined) return describing;
  const guarded = [guard, ...describing];
  return [
    (context) =>
      isPreflight(context.method, context.headers) ? undefined : runSteps(guarded, context),
  ];
}

function describeStep(context: RequestContext): void {
  const { entries } = context.group;
  context.result = describeGroup(entries.map(({ route }) => route));
}
