import type { RequestContext } from '../request-context.js';
import type { Endpoint, Outcome, Step } from '../endpoint.js';
import type { GlobalParameters } from '../messages/global-parameters.js';
import { isPending, settleValues, invalidArguments } from '../bind.js';
import { listErrors } from '../../diagnostics/violations-of.js';
import { isRestException, type RestException } from '../../diagnostics/rest.exception.js';
import { quotedName } from '../../shared/quoted-name.js';

export function validateStep({ ports: { validate } }: Endpoint): Step | undefined {
  return validate === undefined ? undefined : (context) => validate(context);
}

const NO_VALUES: readonly unknown[] = [];

export function settleStep({ definition }: Endpoint): Step | undefined {
  if (!definition.arguments.some(({ standard }) => standard !== undefined)) return undefined;
  return (context) => (context.values.some(isPending) ? settle(context) : undefined);
}

async function settle(context: RequestContext): Promise<Outcome> {
  const settled = await settleValues(context.values, context.endpoint.definition.arguments);
  const isRejected = isRestException(settled);
  // Rejected values must not reach the callback that `Allow` checks: without these values, it binds its own.
  context.values = isRejected ? NO_VALUES : settled;
  return isRejected ? settled : undefined;
}

/** The treatment of parameters that belong to no argument: WordPress ignores them. */
export type UnknownArguments = 'ignore' | 'refuse';

/** The first character of the names that clients of WordPress add to any request. */
const UNDERSCORE = '_';

/**
 * Rejects parameters of the query and of the body that belong to no argument. It does not run for a method that may
 * read others itself, because it has the request or parameters that Nest fills.
 */
export function unknownArgumentsStep(
  { definition, ports, respondsItself }: Endpoint,
  treatment: UnknownArguments,
  { accepted }: GlobalParameters,
): Step | undefined {
  if (treatment === 'ignore' || definition.listedArguments !== undefined) return undefined;
  const readsOthers = definition.parameters.some(({ kind }) => kind === 'request');
  if (readsOthers || ports.fill !== undefined || respondsItself) return undefined;
  const known = new Set(definition.arguments.map(({ name }) => name));
  const isKnown = (name: string): boolean =>
    known.has(name) ||
    (accepted === 'underscored' ? name.startsWith(UNDERSCORE) : accepted.has(name));
  return (context) => rejectUnknown(context, known, isKnown);
}

function rejectUnknown(
  { sources: { query, body, files } }: RequestContext,
  known: ReadonlySet<string>,
  isKnown: (name: string) => boolean,
): RestException | undefined {
  const sent = new Set([query, body, files ?? {}].flatMap((source) => Object.keys(source)));
  const { listed, total } = listErrors([...sent].filter((name) => !isKnown(name)));
  if (total === 0) return undefined;
  const taken = known.size === 0 ? 'This route has none.' : `Known: ${[...known].join(', ')}.`;
  const rejected = listed.map(quotedName).map((name) => ({
    name,
    code: 'rest_additional_properties_forbidden' as const,
    message: `${name} is not a known argument. ${taken}`,
    data: { property: name, known: [...known] },
  }));
  return invalidArguments({ listed: rejected, total });
}
