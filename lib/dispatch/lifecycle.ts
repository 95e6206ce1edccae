import { answerOf, type Answer } from './answer.js';
import type { Call } from './call.js';
import type { Permissions } from './permissions.js';
import { authorize } from './steps/authorize.step.js';
import { bind } from './steps/bind.step.js';
import { invoke, settle } from './steps/invoke.step.js';

/** What every route of an application shares. */
export interface LifecycleContext {
  readonly permissions: Permissions;
  /** Who is calling; asked once a request, after the guards. */
  user(call: Call): unknown;
}

/**
 * The way of a matched request, in its order: guards, arguments, permission, interceptors, the
 * controller, its method, the answer. `undefined` where the method has answered by itself.
 */
export async function runLifecycle(
  call: Call,
  context: LifecycleContext,
): Promise<Answer | undefined> {
  const { endpoint } = call;
  const { ports } = endpoint;
  if (ports.guard !== undefined) await ports.guard(call);
  call.isAdmitted = true;
  call.user = await context.user(call);
  bind(call);
  if (ports.validate !== undefined) await ports.validate(call);
  if (endpoint.permission.kind !== 'public') await authorize(call, context.permissions);
  const value =
    ports.intercept === undefined
      ? await invoke(call)
      : settle(await ports.intercept(call, () => invoke(call)));
  const returned = await value;
  if (endpoint.isAnsweredByMethod) return undefined;
  return answerOf(returned, endpoint.answerDefaults);
}
