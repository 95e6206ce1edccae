import type { Endpoint } from '../endpoint.js';
import type { Step } from '../step.js';
import { releaseWithResponse } from '../streams/release-stream.js';
import { invokeStep, settle } from './invoke.step.js';

/** Calls the method inside the container's interceptors; what they return is the result. */
export function interceptStep(endpoint: Endpoint): Step | undefined {
  const { intercept } = endpoint.ports;
  if (intercept === undefined) return undefined;
  const invoke = invokeStep(endpoint);
  return async (call) => {
    const returned = await intercept(call, async () => {
      await invoke(call);
      return call.result;
    });
    call.result = await settle(call, returned);
    releaseWithResponse(call.result, call.exchange);
  };
}
