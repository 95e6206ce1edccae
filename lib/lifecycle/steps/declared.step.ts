import { StreamableFile } from '@nestjs/common';
import { declaredShape } from '../../routes/declared-shape.js';
import { compileShape, type ShapedValue } from '../../schema/shapes/compile-shape.js';
import type { KeptProperty } from '../../schema/shapes/shape.js';
import { isThenable, whenReady } from '../../shared/promises.js';
import type { Endpoint, Step } from '../request-context.js';
import { madeLinks } from '../links/link.js';
import type { ResponsePolicy } from '../responses/response-policy.js';
import { RestResponse } from '../responses/rest-response.js';

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
): Step {
  if (policy === undefined || respondsItself) return perform;
  const shape = declaredShape(definition, policy.byDefault);
  if (shape === undefined) return perform;
  const shaped = compileShape(shape, { kept: LINKS });
  const report = policy.onDifference(definition);
  const send: Send = (value) => sentOf(value, shaped, report);
  return (context) =>
    whenReady(perform(context), (outcome) => {
      if (outcome !== undefined) return outcome;
      context.result = resultOf(context.result, send);
      return undefined;
    });
}

type Send = (value: unknown) => unknown;

function resultOf(result: unknown, send: Send): unknown {
  if (!(result instanceof RestResponse)) return send(result);
  const { data } = result;
  const sent = send(data);
  return sent === data ? result : RestResponse.withData(result, sent);
}

/** A promise as the data of a response is an error of its own. */
function sentOf(
  value: unknown,
  shaped: ShapedValue,
  report: Parameters<ShapedValue['send']>[1],
): unknown {
  if (value === undefined || value instanceof StreamableFile || isThenable(value)) return value;
  const sent = shaped.send(value, report);
  return sent === undefined && !shaped.isNothing ? null : sent;
}
