import { httpError, InvalidArgument } from '../../diagnostics/http-error-catalogue.js';
import { isRestException, type RestException } from '../../diagnostics/rest.exception.js';
import { listErrors } from '../../diagnostics/violations-of.js';
import { invalidArguments, type RejectedArgument } from '../../lifecycle/bind.js';
import {
  DEFAULT_MAX_WAIT,
  encodedError,
  encodingOf,
  noResponseError,
  ResponseBudget,
  SubRequestMark,
  type Enter,
} from '../../lifecycle/sub-requests/marks.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import { addHeaders, subRequestHeaders } from '../../lifecycle/sub-requests/body-of-data.js';
import type { InProcessRequest } from '../../lifecycle/sub-requests/in-process-exchange.js';
import { checkCarried } from '../../lifecycle/sub-requests/carried-arguments.js';
import { UncarriedQuery, writeQuery } from '../../lifecycle/sub-requests/query-text.js';
import { NO_BODY } from '../../lifecycle/messages/body.js';
import { contentOf, type Reply } from '../../lifecycle/messages/reply.js';
import { reportAllowFailure } from '../../lifecycle/permissions/allow.js';
import { plainExchangeOf, type PlainExchange } from '../../platform/plain-exchange.js';
import { isAnonymous } from '../../routes/declaration/permission.js';
import type { ArgumentDefinition } from '../../routes/definition/parameter-definition.js';
import type {
  CalledRoute,
  RouteCaller,
  RouteCalls,
  RouteRequest,
  RouteResponse,
} from '../../routes/api-description.js';
import { makePath, PathProblem } from '../../routing/make-path.js';
import { missingArgument, ruleOf } from '../../schema/messages.js';
import { INVALID } from '../../schema/schema.js';
import { once } from '../../shared/promises.js';
import { mergeObjects } from '../../shared/records.js';
import { PlainContext } from '../../nest/enhancers/plain-context.js';
import type { AppParts } from '../../nest/composition/feature.js';
import { notReady, type ReadyApplication } from '../../nest/composition/ready-application.js';

/** The routes of the application for callers of its other requests. */
export class RestCalls implements RouteCalls {
  constructor(private readonly application: ReadyApplication) {}

  callerOf(request: unknown, response: unknown): RouteCaller {
    const exchange = plainExchangeOf(request, response);
    if (exchange === undefined) throw new TypeError('Not a request of the adapter.');
    return new Caller(exchange, this.#functions);
  }

  /** The routes do not change once they are ready. */
  readonly #functions = once(async (): Promise<Callable> => {
    const app = await this.application.parts();
    const { enter } = app.requester;
    if (enter === undefined) throw notReady();
    return mergeObjects(app, { enter, byRoute: entriesByRoute(app) });
  });
}

type Entries = ReadonlyMap<string, RouteEntry>;

interface Callable extends AppParts {
  readonly enter: Enter;
  readonly byRoute: Entries;
}

class Caller implements RouteCaller {
  constructor(
    private readonly exchange: PlainExchange,
    private readonly functions: () => Promise<Callable>,
  ) {}

  /** A shutdown waits until the request has its response: Fastify rejects the calls that enter while it closes. */
  readonly #begin = once(async () => {
    const { exchange } = this;
    const functions = await this.functions();
    functions.requester.hold(new Promise<void>((resolve) => exchange.whenClosed(resolve)));
    return functions;
  });

  async isAnonymous(): Promise<boolean> {
    return isAnonymous(await this.#user());
  }

  /** Only the conditions on the caller are checked. They are the same for all routes: each is checked once for a caller. */
  async mayCall(route: CalledRoute): Promise<boolean> {
    const { permissions, onAllowFailure } = await this.#begin();
    const endpoint = (await this.#entryOf(route)).endpoint();
    const verdictOf = permissions.beforeBody(endpoint);
    if (verdictOf === undefined) return true;
    await this.#user();
    try {
      return await verdictOf(await this.#context());
    } catch (error) {
      reportAllowFailure(error, endpoint, onAllowFailure);
      return false;
    }
  }

  async pathOf(
    route: CalledRoute,
    values: Readonly<Record<string, unknown>>,
  ): Promise<string | RestException> {
    const { table, prefix } = await this.#begin();
    const entry = await this.#entryOf(route);
    const { arguments: args } = entry.route.define();
    const invalid = invalidPlaceholder(args, values);
    if (invalid !== undefined) return invalid;
    const path = makePath({ entry, arguments: args }, values, table);
    return path instanceof PathProblem ? errorOfPath(path) : `${prefix}${path}`;
  }

  async errorOfUnknown(
    route: CalledRoute,
    unknown: readonly string[],
    values: Readonly<Record<string, unknown>>,
  ): Promise<RestException> {
    const { route: called } = await this.#entryOf(route);
    const isChecked = await this.mayCall(route);
    const rejected = isChecked ? rejectedValues(called.define().arguments, values) : [];
    return invalidArguments(listErrors([...rejected, ...unknown.map(unknownArgument)]));
  }

  async call(route: CalledRoute, request: RouteRequest): Promise<RouteResponse> {
    const { enter, makeError } = await this.#begin();
    const { route: called } = await this.#entryOf(route);
    const definition = called.define();
    const queryText = queryTextOf(definition.arguments, request.query);
    if (isRestException(queryText)) return responseOf(makeError(queryText, this.exchange));
    const budget = new ResponseBudget(request.maxBytes, DEFAULT_MAX_WAIT);
    const mark = new SubRequestMark({ route: definition }, budget);
    const entered = enter(this.#requestOf(route, request, queryText), this.exchange, mark);
    this.exchange.whenClosed(() => mark.abort());
    const received = await entered.finally(() => budget.end());
    if (typeof received === 'string') {
      return responseOf(makeError(noResponseError(received, budget), this.exchange));
    }
    const encoding = encodingOf(received.headers);
    return responseOf(
      encoding === undefined
        ? received
        : makeError(encodedError(encoding, request.path), this.exchange),
    );
  }

  async reject(error: RestException): Promise<RouteResponse> {
    return responseOf((await this.#begin()).makeError(error, this.exchange));
  }

  #requestOf(
    { methods: [method = 'GET'] }: CalledRoute,
    { path, body: whole }: RouteRequest,
    queryText: string,
  ): InProcessRequest {
    const headers = subRequestHeaders(this.exchange.headers);
    addHeaders(headers, { accept: 'application/json, */*' });
    if (whole === undefined) return { method, path, queryText, headers, body: NO_BODY };
    headers['content-type'] = 'application/json';
    const body = { kind: 'parameters', value: NO_BODY.value, whole } as const;
    return { method, path, queryText, headers, body };
  }

  async #entryOf({ methods: [method], path }: CalledRoute): Promise<RouteEntry> {
    const entry = (await this.#begin()).byRoute.get(`${method} ${path}`);
    if (entry === undefined) throw new RangeError(`No route ${method} ${path}.`);
    return entry;
  }

  /** A request to a plain handler, with the user once it is found. */
  readonly #context = once(async () => {
    const { entries } = await this.#begin();
    const [entry] = entries;
    if (entry === undefined) throw new RangeError('The application has no routes.');
    return new PlainContext(this.exchange, entry);
  });

  readonly #user = once(async (): Promise<unknown> => {
    const { user } = await this.#begin();
    const context = await this.#context();
    context.user = await user(context);
    return context.user;
  });
}

/** An error of the first value of JSON that its placeholder does not accept. */
function invalidPlaceholder(
  args: readonly ArgumentDefinition[],
  values: Readonly<Record<string, unknown>>,
): RestException | undefined {
  for (const { name, isFromPath, validator } of args) {
    const value = values[name];
    if (!isFromPath || value === undefined || validator.parse(value) !== INVALID) continue;
    return new InvalidArgument(name, ruleOf(validator.explain(value, name), name));
  }
  return undefined;
}

/** Without files, which no value of JSON is, and asynchronous schemas. */
function rejectedValues(
  args: readonly ArgumentDefinition[],
  values: Readonly<Record<string, unknown>>,
): readonly RejectedArgument[] {
  return args.flatMap((argument) => {
    const { name, validator, reading, isRequired, isFromPath } = argument;
    if (argument.file !== undefined || argument.standard !== undefined) return [];
    const value = values[name];
    if (value === undefined || (value === null && reading.skipsNull)) {
      return isRequired || isFromPath ? [{ name, ...missingArgument(name) }] : [];
    }
    if (validator.parse(value) !== INVALID) return [];
    return [{ name, ...validator.explain(value, name) }];
  });
}

function unknownArgument(name: string): RejectedArgument {
  return { name, code: 'rest_invalid_param', message: `${name} is not an argument of the tool.` };
}

/** A client learns which value to correct, and not to which other route it would lead. */
function errorOfPath({ kind, name, reason }: PathProblem): RestException {
  if (kind === 'missing') {
    return httpError('rest_missing_callback_param', name, { params: [name] });
  }
  if (kind !== 'elsewhere') return new InvalidArgument(name, reason);
  return httpError('rest_no_route', '', { params: { [name]: `${name} ${reason}.` } });
}

/** The text of a query; an error of the first argument that would not arrive as it is. */
function queryTextOf(
  args: readonly ArgumentDefinition[],
  query: Readonly<Record<string, unknown>>,
): string | RestException {
  try {
    const written = writeQuery(query);
    checkCarried(args, written, 'json');
    return written.text;
  } catch (error) {
    if (!(error instanceof UncarriedQuery)) throw error;
    const { argument, place, reason } = error;
    const [, ...keys] = place;
    const at = keys.length === 0 ? '' : `at ${keys.map((key) => JSON.stringify(key)).join(', ')} `;
    return new InvalidArgument(argument === '' ? 'query' : argument, `${at}${reason}`);
  }
}

function entriesByRoute({ entries, prefix }: AppParts): Entries {
  const keyed = entries.flatMap((entry) =>
    entry.methods.map((method) => [`${method} ${prefix}${entry.pattern.template}`, entry] as const),
  );
  return new Map<string, RouteEntry>(keyed);
}

function responseOf(reply: Reply): RouteResponse {
  const content = contentOf(reply);
  if (typeof content !== 'string' && content !== undefined && !(content instanceof Uint8Array)) {
    throw new TypeError('The response is a stream.');
  }
  return { status: reply.status, headers: reply.headers, content };
}
