import { StreamableFile } from '@nestjs/common';
import { declaredShape } from '../../routes/route.js';
import {
  compileShape,
  type OnDifference,
  type ShapedValue,
} from '../../schema/shapes/compile-shape.js';
import type { KeptProperty } from '../../schema/shapes/shape.js';
import { isThenable, whenReady } from '../../shared/promises.js';
import type { Endpoint, Step } from '../endpoint.js';
import { madeLinks } from '../links/link.js';
import { ReplyBody } from '../responses/reply.js';
import type { ResponsePolicy } from '../responses/response-policy.js';
import { isRestResponse, RestResponse } from '../responses/rest-response.js';
import type { CacheContext } from './cache.step.js';

/** What `withLinks` has added, which no type need declare. Other links are data like any other. */
const LINKS: KeptProperty = { name: '_links', keep: madeLinks };

/**
 * The same step, whose result is what the method declares: after the interceptors, so that it sees what they
 * make, and inside the cache, which stores what was sent. A route that did not opt in has the step itself.
 */
export function declaredStep(
  { definition, respondsItself }: Endpoint,
  perform: Step,
  policy: ResponsePolicy | undefined,
  cache: CacheContext | undefined,
): Step {
  if (policy === undefined || respondsItself) return perform;
  const shape = declaredShape(definition, policy.byDefault);
  if (shape === undefined) return perform;
  const shaped = compileShape(shape, { kept: LINKS, writer: policy.writer });
  const report = policy.onDifference(definition);
  // An interceptor of the application in the place of the cache's receives data.
  const mayWrite = definition.cache === undefined || cache?.intercept === undefined;
  return (context) =>
    whenReady(perform(context), (outcome) => {
      if (outcome !== undefined) return outcome;
      const isRead = !mayWrite || context.exchange.inner?.takesData === true;
      context.result = resultOf(context.result, shaped, isRead, report);
      return undefined;
    });
}

/** @param isRead Whether data are needed, and no text. */
function resultOf(
  result: unknown,
  shaped: ShapedValue,
  isRead: boolean,
  report: OnDifference,
): unknown {
  if (!isRestResponse(result)) return sentOf(result, shaped, isRead, report);
  const { data, links } = result;
  const sent = sentOf(data, shaped, isRead || links !== undefined, report);
  return sent === data ? result : RestResponse.withData(result, sent);
}

/** A promise as the data of a response is an error of its own. */
function sentOf(
  value: unknown,
  shaped: ShapedValue,
  isRead: boolean,
  report: OnDifference,
): unknown {
  if (value === undefined || value instanceof StreamableFile || isThenable(value)) return value;
  // A text may be sent as it is.
  const text = isRead || typeof value === 'string' ? undefined : shaped.write(value);
  if (text !== undefined) return ReplyBody.ofContent(text, true);
  const sent = shaped.send(value, report);
  return sent === undefined && !shaped.isNothing ? null : sent;
}
