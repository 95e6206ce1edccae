import { StreamableFile } from '@nestjs/common';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { memoize } from '../../shared/memoize.js';
import type { Endpoint } from '../endpoint.js';
import { splitStepsOf, type LifecycleContext } from '../lifecycle.js';
import type { RequestContext } from '../request-context.js';
import { respondWithSteps, type Dispatched, type ResponseParts } from '../respond.js';
import type { MakeResponse } from '../responses/route-response.js';
import type { Step } from '../step.js';
import { destroyStream } from '../streams/release-stream.js';
import type { SubRequestMark, SubRequests } from './sub-requests.js';

/** Responds to a sub-request that was matched. */
export type RespondInside = (
  context: RequestContext,
  mark: SubRequestMark,
) => Dispatched | Promise<Dispatched>;

/**
 * Creates what responds to sub-requests, which arrive at their mark between the checks and the execution: to
 * those of a batch, where the route allows it.
 *
 * @param parts Those of other requests, with what they finish with: no `_embed` and no `_envelope`, which belong to the
 *   outer response.
 */
export function createRespondInside(
  lifecycle: LifecycleContext,
  parts: ResponseParts,
  subRequests: SubRequests | undefined,
): RespondInside {
  const arrive: Step = ({ exchange }) => subRequests?.markOf(exchange)?.arrive();
  const batchedParts: ResponseParts = { ...parts, make: withoutStreams(parts.make) };
  const embedded = memoize((endpoint: Endpoint) => stepsWith(arrive, endpoint, lifecycle));
  const batched = memoize((endpoint: Endpoint) =>
    stepsWith(arrive, endpoint, { ...lifecycle, admission: batchAdmission }),
  );
  return (context, { isBatched }) =>
    isBatched
      ? respondWithSteps(context, batched(context.endpoint), batchedParts)
      : respondWithSteps(context, embedded(context.endpoint), parts);
}

function stepsWith(arrive: Step, endpoint: Endpoint, lifecycle: LifecycleContext): readonly Step[] {
  const { checks, execution } = splitStepsOf(endpoint, lifecycle);
  return [...checks, arrive, ...execution];
}

/** WordPress matches a request before it looks whether its route allows batches. */
export function batchAdmission({ definition }: Endpoint): Step | undefined {
  return definition.options.batch === true ? undefined : () => httpError('rest_batch_not_allowed');
}

/** A stream cannot be a part of another response. */
export function withoutStreams(make: MakeResponse): MakeResponse {
  return (value, status, headers) => {
    if (!(value instanceof StreamableFile)) return make(value, status, headers);
    destroyStream(value);
    throw new TypeError('The response to a request of a batch is a stream.');
  };
}
