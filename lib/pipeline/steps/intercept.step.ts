import type { Endpoint } from '../endpoint.js';
import type { Step } from '../step.js';
import { releaseWithResponse } from '../streams/release-stream.js';
import { invokeStep, settle } from './invoke.step.js';

/** Calls the method inside Nest's interceptors; what they return is the result. */
export function interceptStep(endpoint: Endpoint): Step | undefined {
  const { intercept } = endpoint.ports;
  if (intercept === undefined) return undefined;
  const invoke = invokeStep(endpoint);
  return async (context) => {
    const returned = await intercept(context, async () => {
      await invoke(context);
      return context.result;
    });
    context.result = await settle(context, returned);
    releaseWithResponse(context.result, context.exchange);
  };
}
