import { StreamableFile } from '@nestjs/common';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { memoize } from '../../shared/memoize.js';
import type { Endpoint } from '../endpoint.js';
import { splitStepsOf, stepsOf, type LifecycleContext } from '../lifecycle.js';
import type { RequestContext } from '../request-context.js';
import { respondWithSteps, type Dispatched, type ResponseParts } from '../respond.js';
import type { MakeResponse } from '../responses/route-response.js';
import type { Step } from '../step.js';
import { destroyStream } from '../streams/release-stream.js';
import type { SubRequestMark } from './sub-requests.js';

/** Responds to a sub-request that was matched. */
export type RespondInside = (
  context: RequestContext,
  mark: SubRequestMark,
) => Dispatched | Promise<Dispatched>;

/**
 * Creates what responds to sub-requests: to those of a batch, where the route allows it, with a wait between
 * the checks and the execution.
 *
 * @param parts Those of other requests, with what they finish with: no `_embed` and no `_envelope`, which belong to the
 *   outer response.
 */
export function createRespondInside(
  lifecycle: LifecycleContext,
  parts: ResponseParts,
): RespondInside {
  const batchedParts: ResponseParts = { ...parts, make: withoutStreams(parts.make) };
  const steps = memoize((endpoint: Endpoint) => stepsOf(endpoint, lifecycle));
  const batched = memoize((endpoint: Endpoint) =>
    splitStepsOf(endpoint, { ...lifecycle, admission: batchAdmission }),
  );
  return (context, { gate }) => {
    if (gate === undefined) return respondWithSteps(context, steps(context.endpoint), parts);
    const { checks, execution } = batched(context.endpoint);
    return respondWithSteps(context, [...checks, gate, ...execution], batchedParts);
  };
}

/** WordPress matches a request before it looks whether its route allows batches. */
export function batchAdmission({ definition }: Endpoint): Step | undefined {
  return definition.allowsBatch ? undefined : () => httpError('rest_batch_not_allowed');
}

/** A stream cannot be a part of another response. */
export function withoutStreams(make: MakeResponse): MakeResponse {
  return (value, status, headers) => {
    if (!(value instanceof StreamableFile)) return make(value, status, headers);
    destroyStream(value);
    throw new TypeError('The response to a request of a batch is a stream.');
  };
}
