import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { listErrors } from '../../diagnostics/violations-of.js';
import type { UnknownArguments } from '../../routes/declaration/route-declaration.js';
import type { Parameters } from '../../routes/rest-request.js';
import { quotedName } from '../../shared/quoted-name.js';
import type { ArgumentDefinition } from '../../routes/definition/parameter-definition.js';
import { bindAllStep, invalidArguments, mixedUpArguments, type FindUnknown } from '../bind.js';
import type { Endpoint, NamesRead, Step } from '../endpoint.js';
import { bodyFormat } from '../messages/body.js';
import { BODY_METHODS, type RequestContext } from '../request-context.js';

/** The first character of the names that clients of WordPress add to any request. */
const UNDERSCORE = '_';

/**
 * The names that are never unknown arguments: `underscored` is every name that begins with `_`, because clients of
 * WordPress add such names to any request.
 */
export type AcceptedNames = ReadonlySet<string> | 'underscored';

/** The names that a route knows. */
interface KnownNames {
  /** For the text of errors. */
  readonly all: readonly string[];
  /** The arguments that a request may leave out. */
  readonly optional: readonly ArgumentDefinition[];
  readonly ofQuery: (name: string) => boolean;
  readonly ofBody: (name: string) => boolean;
  /** Whether the method gets the whole body, whatever it is. */
  readonly readsBody: boolean;
}

/**
 * Rejects names in the query and in the body that belong to no argument, and that no `@Query()` or `@Body()` of Nest
 * reads: the client would believe that they have had an effect. A method that reads others itself, from the request,
 * does not show it: its route states `unknownArguments: 'ignore'`.
 */
export function unknownArgumentsStep(
  endpoint: Endpoint,
  byDefault: UnknownArguments,
  accepted: AcceptedNames,
): Step | undefined {
  const known = knownNames(endpoint, byDefault, accepted);
  if (known === undefined) return undefined;
  const find = findUnknown(known);
  return (context) => {
    const unknown = find(context);
    if (unknown !== undefined) return invalidArguments(unknown);
    return known.readsBody ? undefined : rejectNameless(context);
  };
}

/** The steps that bind arguments, and report the names that the step above rejects with their other errors. */
export function bindAllSteps(
  endpoint: Endpoint,
  byDefault: UnknownArguments,
  accepted: AcceptedNames,
): readonly Step[] {
  const known = knownNames(endpoint, byDefault, accepted);
  const bind = bindAllStep(known && findUnknown(known));
  return known === undefined || known.readsBody ? [bind] : [bind, rejectNameless];
}

/** `undefined` if every name may be sent. */
function knownNames(
  { definition, reads }: Endpoint,
  byDefault: UnknownArguments,
  accepted: AcceptedNames,
): KnownNames | undefined {
  const { arguments: args, listedArguments, options } = definition;
  if (listedArguments !== undefined) return undefined;
  if ((options.unknownArguments ?? byDefault) === 'ignore') return undefined;
  if (reads.query === 'all' && reads.body === 'all') return undefined;
  const declared = args.map(({ name }) => name);
  const isGlobal = (name: string): boolean =>
    accepted === 'underscored' ? name.startsWith(UNDERSCORE) : accepted.has(name);
  const knows = (read: NamesRead): ((name: string) => boolean) => {
    if (read === 'all') return () => true;
    const known = new Set([...declared, ...read]);
    return (name) => known.has(name) || isGlobal(name);
  };
  const named = [reads.query, reads.body].flatMap((read) => (read === 'all' ? [] : read));
  return {
    all: [...new Set([...declared, ...named])],
    optional: args.filter(({ isRequired, isFromPath }) => !isRequired && !isFromPath),
    ofQuery: knows(reads.query),
    ofBody: knows(reads.body),
    readsBody: reads.body === 'all',
  };
}

function findUnknown({ all, optional, ofQuery, ofBody }: KnownNames): FindUnknown {
  const taken = all.length === 0 ? 'This route has none.' : `Known: ${all.join(', ')}.`;
  const takesFiles = optional.some(({ file }) => file !== undefined);
  return (context) => {
    const { discarded = NO_NAMES } = context;
    const { query, body, files } = context.sources;
    const mayBeMixedUp = takesFiles || discarded.size > 0;
    const areKnown =
      !mayBeMixedUp &&
      areAllKnown(query, ofQuery) &&
      areAllKnown(body, ofBody) &&
      (files === undefined || areAllKnown(files, ofBody));
    if (areKnown) return undefined;
    const unknown = new Set([
      ...unknownIn(query, ofQuery),
      ...unknownIn(body, ofBody),
      ...(files === undefined ? [] : unknownIn(files, ofBody)),
      // A part without a name is nothing to PHP.
      ...[...discarded].filter((name) => name !== '' && !ofBody(name)),
    ]);
    const { listed, total } = listErrors([...unknown]);
    const rejected = listed.map(quotedName).map((name) => ({
      name,
      code: 'rest_additional_properties_forbidden' as const,
      message: `${name} is not a known argument. ${taken}`,
      data: { property: name, known: all },
    }));
    const mixedUp = mayBeMixedUp ? mixedUpArguments(optional, context) : [];
    const count = mixedUp.length + total;
    return count === 0 ? undefined : { listed: [...mixedUp, ...rejected], total: count };
  };
}

function areAllKnown(source: Parameters, isKnown: (name: string) => boolean): boolean {
  for (const name of Object.keys(source)) if (!isKnown(name)) return false;
  return true;
}

const NO_NAMES: ReadonlySet<string> = new Set();

function unknownIn(source: Parameters, isKnown: (name: string) => boolean): readonly string[] {
  return Object.keys(source).filter((name) => !isKnown(name));
}

/** JSON without names has no arguments: a list, a text, a number. Nothing is lost of null and of an empty list. */
function rejectNameless({
  body: { whole },
  exchange,
  method,
}: RequestContext): RestException | undefined {
  if (!BODY_METHODS.has(method) || !hasContent(whole)) return undefined;
  if (bodyFormat(exchange.headers['content-type']) !== 'json') return undefined;
  const kind = Array.isArray(whole) ? 'a list' : `a ${typeof whole}`;
  return httpError(
    'rest_invalid_body',
    `it is ${kind}, and the arguments of a route are an object`,
  );
}

function hasContent(whole: unknown): boolean {
  if (Array.isArray(whole)) return whole.length > 0;
  return typeof whole === 'string' || typeof whole === 'number' || typeof whole === 'boolean';
}
