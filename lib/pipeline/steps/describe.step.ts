import type { PathGroup } from '../../routing/path-group.js';
import type { AllowTrouble } from '../permissions/allow.js';
import type { Call } from '../request-context.js';
import { describeGroup } from '../discovery/describe-group.js';
import type { Endpoint } from '../endpoint.js';
import { isPreflight } from '../permissions/preflight.js';
import { runSteps, type Step } from '../step.js';
import { fieldsStep } from './fields.step.js';
import { guardGroupStep } from './guard-group.step.js';
import { identifyStep } from './identify.step.js';

/** What the steps of OPTIONS need of the application. */
export interface DescribeContext {
  readonly user: (call: Call) => unknown;
  readonly onAllowTrouble: AllowTrouble;
}

/**
 * OPTIONS: the path describes itself to callers that its guards admit. A CORS preflight reaches no
 * guard, since
 * it carries no credentials; of a path with guards it learns nothing: 204.
 */
export function describeStepsOf(
  group: PathGroup<Endpoint>,
  { user, onAllowTrouble }: DescribeContext,
): readonly Step[] {
  const describing = [identifyStep(user), fieldsStep, describeStep];
  const guard = guardGroupStep(group, onAllowTrouble);
  if (guard === undefined) return describing;
  const steps = [guard, ...describing];
  return [(call) => (isPreflight(call.method, call.headers) ? undefined : runSteps(steps, call))];
}

function describeStep(call: Call): void {
  call.result = describeGroup(call.group);
}
