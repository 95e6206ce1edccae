import type { RestException } from '../../diagnostics/rest.exception.js';
import { invalidArguments } from '../arguments/invalid-arguments.js';
import type { Endpoint } from '../endpoint.js';
import type { RequestContext } from '../request-context.js';
import type { Step } from '../step.js';

/** What becomes of parameters that no argument takes: WordPress ignores them. */
export type UnknownArguments = 'ignore' | 'refuse';

/** WordPress's global parameters, and those that its clients add to any request, begin so. */
const GLOBAL = '_';

/**
 * Rejects parameters of the query and of the body that no argument takes. Not for a method that may read
 * others by itself: one that takes the request, or has parameters that Nest fills.
 */
export function unknownArgumentsStep(
  { definition, ports, respondsItself }: Endpoint,
  treatment: UnknownArguments,
): Step | undefined {
  if (treatment === 'ignore' || definition.listedArguments !== undefined) return undefined;
  const readsOthers = definition.parameters.some(({ kind }) => kind === 'request');
  if (readsOthers || ports.fill !== undefined || respondsItself) return undefined;
  const known = new Set(definition.arguments.map(({ name }) => name));
  return (context) => rejectUnknown(context, known);
}

function rejectUnknown(
  { sources: { query, body, files } }: RequestContext,
  known: ReadonlySet<string>,
): RestException | undefined {
  const sent = new Set([query, body, files ?? {}].flatMap((source) => Object.keys(source)));
  const unknown = [...sent].filter((name) => !known.has(name) && !name.startsWith(GLOBAL));
  if (unknown.length === 0) return undefined;
  const taken = known.size === 0 ? 'This route has none.' : `Known: ${[...known].join(', ')}.`;
  return invalidArguments(
    unknown.map((name) => ({
      name,
      code: 'rest_additional_properties_forbidden',
      message: `${name} is not a known argument. ${taken}`,
    })),
  );
}
