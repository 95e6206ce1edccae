import { StreamableFile } from '@nestjs/common';
import type { Endpoint, Step } from '../../lifecycle/endpoint.js';
import { isAsyncIterable, itemOf, mapItems } from '../../lifecycle/messages/async-iterables.js';
import { isThenable, whenReady } from '../../shared/promises.js';
import { contextFilter } from './context-filter.js';

const CONTEXT = 'context';

/** That of WordPress, for an argument without a value. */
const DEFAULT_CONTEXT = 'view';

/**
 * The same step, whose data have only the properties of the context that the request states. It runs inside the cache,
 * whose key has the argument, and around the check of declared responses, which needs all properties. Returns the step
 * itself for a route without the argument, or if no property states a context.
 */
export function contextStep({ definition, respondsItself }: Endpoint, perform: Step): Step {
  const argument = definition.arguments.find(({ name }) => name === CONTEXT);
  const sent = respondsItself || argument === undefined ? undefined : definition.sentSchema();
  const filter = sent && contextFilter(sent);
  if (filter === undefined || argument === undefined) return perform;
  return (context) =>
    whenReady(perform(context), (outcome) => {
      if (outcome !== undefined) return outcome;
      const { data } = context;
      if (data === undefined || data instanceof StreamableFile || isThenable(data))
        return undefined;
      const value = context.values[argument.position];
      const chosen = typeof value === 'string' ? value : DEFAULT_CONTEXT;
      context.replaceData(
        isAsyncIterable(data)
          ? mapItems(data, (item) => itemOf(filter([item], chosen)))
          : filter(data, chosen),
      );
      return undefined;
    });
}
