import { StreamableFile } from '@nestjs/common';
import {
  compileShape,
  type OnDifference,
  type ShapedValue,
} from '../../schema/shapes/compile-shape.js';
import type { KeptProperty } from '../../schema/shapes/shape.js';
import { isAsyncIterable, itemOf, mapItems } from '../../lifecycle/messages/async-iterables.js';
import { isThenable, whenReady } from '../../shared/promises.js';
import type { Endpoint, Step } from '../../lifecycle/endpoint.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import { madeLinks } from '../../lifecycle/messages/link.js';
import type { ResponsePolicy } from './response-policy.js';
import { sentShape } from './responses-option.js';

/** The property that `withLinks` adds; no type has to declare it. Other links are ordinary data. */
const LINKS: KeptProperty = { name: '_links', keep: madeLinks };

/**
 * The same step, with only the declared properties of its result. It runs after the interceptors, to see their results,
 * and inside the cache, which stores the response that was sent. For a route that did not opt in, returns the step
 * itself.
 */
export function declaredStep(
  { definition, respondsItself }: Endpoint,
  perform: Step,
  policy: ResponsePolicy,
): Step {
  if (respondsItself) return perform;
  const shape = sentShape(definition, policy.byDefault);
  if (shape === undefined) return perform;
  const shaped = compileShape(shape, LINKS);
  const report = policy.onDifference(definition);
  return (context) =>
    whenReady(perform(context), (outcome) => {
      if (outcome !== undefined) return outcome;
      keepDeclared(context, shaped, report);
      return undefined;
    });
}

function keepDeclared(context: RequestContext, shaped: ShapedValue, report: OnDifference): void {
  const { data } = context;
  const sent = sentOf(data, shaped, report);
  if (sent !== data) context.replaceData(sent);
}

/** A promise as the data of a response is a separate error. */
function sentOf(value: unknown, shaped: ShapedValue, report: OnDifference): unknown {
  if (value === undefined || value instanceof StreamableFile || isThenable(value)) return value;
  if (isAsyncIterable(value)) {
    // The shape is that of a list.
    return mapItems(value, (item) => itemOf(shaped.send([item], report)));
  }
  const sent = shaped.send(value, report);
  return sent === undefined && !shaped.isNothing ? null : sent;
}
