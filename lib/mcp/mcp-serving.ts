import {
  HttpException,
  Inject,
  Injectable,
  Logger,
  Optional,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost, ModuleRef } from '@nestjs/core';
import type { McpHttpHandler, McpServer, McpServerOptions } from '@modelcontextprotocol/server';
import type { IncomingMessage } from 'node:http';
import { DeclarationException } from '../diagnostics/rest.exception.js';
import type { JsonSchema } from '../openapi/document/open-api-types.js';
import {
  DESCRIBE_API,
  ofRestModule,
  ROUTE_CALLS,
  type DescribeApi,
  type RouteCaller,
  type MakeRouteCalls,
  type RouteCalls,
} from '../routes/api-description.js';
import type { RouteDescription } from '../routes/route-description.js';
import { withoutUndefined } from '../shared/records.js';
import { isNotInstalled } from '../shared/is-not-installed.js';
import { logText } from '../shared/log-text.js';
import { reportError } from '../shared/report-error.js';
import { isAllowedOrigin, type AllowedOrigins } from './allowed-origins.js';
import { callTool } from './call-tool.js';
import { findTools, type Tool } from './tools.js';

/** The options of the module, checked. */
export interface McpSettings {
  readonly name: string;
  readonly version: string;
  readonly instructions: string | undefined;
  readonly challenge: string | undefined;
  readonly include: readonly string[];
  readonly origins: AllowedOrigins;
  readonly maxBytes: number;
  readonly wrap: (data: JsonSchema, route: RouteDescription) => JsonSchema;
}

/** The token under which the options of the module are provided. */
export const MCP_SETTINGS = Symbol.for('nestjs-rest-routes.mcp');

/** A request of one of the adapters. */
interface AdapterRequest {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly protocol?: string;
  readonly body?: unknown;
}

/** The official SDK, as far as the module uses it. */
type Sdk = typeof import('@modelcontextprotocol/server');

/** Everything that startup makes for the endpoint. */
interface Ready {
  readonly sdk: Sdk;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Serves clients of the current version of the protocol. */
  readonly handler: McpHttpHandler;
  readonly calls: RouteCalls;
  readonly serverOptions: McpServerOptions;
}

/** A response, complete: what the adapter sends. */
interface WholeResponse {
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly text: string;
}

/** A request of the adapter and its caller. */
interface Exchange {
  readonly received: AdapterRequest;
  readonly caller: RouteCaller;
}

/** Serves the endpoint. */
@Injectable()
export class McpServing implements OnModuleInit {
  /** By the request that the SDK receives. */
  readonly #exchanges = new WeakMap<Request, Exchange>();
  #ready: Ready | undefined;

  constructor(
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ModuleRef) private readonly nest: ModuleRef,
    @Optional()
    @Inject(DESCRIBE_API)
    private readonly describe: DescribeApi<ModuleRef> | undefined,
    @Optional() @Inject(ROUTE_CALLS) private readonly makeCalls: MakeRouteCalls | undefined,
    @Inject(MCP_SETTINGS) private readonly settings: McpSettings,
  ) {}

  /** @throws DeclarationException that lists all tools that are invalid. */
  async onModuleInit(): Promise<void> {
    const { include, wrap, instructions } = this.settings;
    const describe = ofRestModule(this.describe, 'McpModule');
    const sdk = await loadSdk();
    const routes = await describe(this.nest).routes();
    const { tools, diagnostics } = findTools(routes, include, wrap);
    if (diagnostics.length > 0) throw new DeclarationException(diagnostics);
    const handler = sdk.createMcpHandler(({ requestInfo }) => this.#serverFor(requestInfo), {
      // Clients of earlier versions get responses of JSON too.
      legacy: 'reject',
      maxSubscriptions: 0,
      onerror: (error) => logger.debug(logText(error.message)),
    });
    this.#ready = {
      sdk,
      tools: new Map(tools.map((tool) => [tool.definition.name, tool])),
      handler,
      calls: ofRestModule(this.makeCalls, 'McpModule')(),
      serverOptions: {
        capabilities: { tools: { listChanged: false } },
        ...withoutUndefined({ instructions }),
      },
    };
  }

  async serve(request: object, response: object): Promise<void> {
    const received = request as AdapterRequest;
    const caller = this.#served.calls.callerOf(request, response);
    const rejection = await this.#rejectionOf(received, caller);
    this.#send(response, rejection ?? (await wholeOf(await this.#respond(received, caller))));
  }

  /** Sends the 401 that asks for credentials. */
  challenge(response: object): void {
    this.#send(response, challengeOf(this.settings));
  }

  /** Requests that reach no tool. */
  async #rejectionOf(
    { method, headers, body }: AdapterRequest,
    caller: RouteCaller,
  ): Promise<WholeResponse | undefined> {
    const { challenge, origins } = this.settings;
    const { sdk } = this.#served;
    if (!isAllowedOrigin(headers.origin, origins)) {
      return protocolError(403, SERVER_ERROR, 'Requests of this origin are not allowed.');
    }
    if (challenge !== undefined && (await isUnauthorized(caller)))
      return challengeOf(this.settings);
    if (method !== 'POST') {
      return protocolError(405, SERVER_ERROR, 'The endpoint accepts POST only.', [
        ['Allow', 'POST'],
      ]);
    }
    // Version 2025-06-18 of the protocol has removed batches: the limits are those of one call.
    if (Array.isArray(body)) return protocolError(400, sdk.INVALID_REQUEST, 'Send one message.');
    return undefined;
  }

  async #respond(received: AdapterRequest, caller: RouteCaller): Promise<Response> {
    const { sdk, handler } = this.#served;
    const request = webRequest(received);
    this.#exchanges.set(request, { received, caller });
    const options = { parsedBody: received.body };
    const isLegacy = await sdk.isLegacyRequest(request, received.body);
    return isLegacy ? this.#respondToLegacy(request, options) : handler.fetch(request, options);
  }

  /** A client of a version before 2026-07-28: each of its requests is served by itself. */
  async #respondToLegacy(
    request: Request,
    options: { readonly parsedBody: unknown },
  ): Promise<Response> {
    const { WebStandardStreamableHTTPServerTransport: Transport } = this.#served.sdk;
    const server = this.#serverFor(request);
    const transport = new Transport({ enableJsonResponse: true });
    await server.connect(transport);
    // The response ends the exchange: there is no stream to close.
    return transport.handleRequest(request, options);
  }

  /** The SDK needs a server for each request, whose handlers know the caller. */
  #serverFor(request: Request | undefined): McpServer {
    const exchange = request && this.#exchanges.get(request);
    if (exchange === undefined) throw new TypeError('An unknown request.');
    const { caller, received } = exchange;
    const { sdk, tools, serverOptions } = this.#served;
    const { name, version, maxBytes } = this.settings;
    const server = new sdk.McpServer({ name, version }, serverOptions);
    const fail = (error: unknown): never => {
      throw protocolErrorOf(error, sdk);
    };
    server.server.setRequestHandler('tools/list', async () => ({
      tools: await usableTools([...tools.values()], caller).catch(fail),
    }));
    server.server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = tools.get(params.name);
      if (tool === undefined) {
        throw new sdk.ProtocolError(sdk.INVALID_PARAMS, `Unknown tool: ${params.name}`);
      }
      const origin = (): string => originOf(received);
      return callTool(tool, params.arguments ?? {}, caller, { maxBytes, origin }).catch(fail);
    });
    return server;
  }

  get #served(): Ready {
    if (this.#ready === undefined) throw new Error('The tools are not served yet.');
    return this.#ready;
  }

  /** By the adapter, so that hooks and middleware of the application see the response. */
  #send(response: object, { status, headers, text }: WholeResponse): void {
    const { httpAdapter } = this.adapterHost;
    for (const [name, value] of headers) httpAdapter.setHeader(response, name, value);
    httpAdapter.reply(response, text, status);
  }
}

/**
 * Loads the SDK, which is an optional package.
 *
 * @throws Error if it is not installed.
 */
async function loadSdk(): Promise<Sdk> {
  try {
    return await import('@modelcontextprotocol/server');
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
    throw new Error(
      'McpModule needs the SDK of the Model Context Protocol: npm install @modelcontextprotocol/server',
      { cause: error },
    );
  }
}

const logger = new Logger('McpModule');

/** The code for errors that the protocol leaves to servers. */
const SERVER_ERROR = -32_000;

function protocolError(
  status: number,
  code: number,
  message: string,
  headers: readonly (readonly [name: string, value: string])[] = [],
): WholeResponse {
  return {
    status,
    headers: [['Content-Type', 'application/json'], ...headers],
    text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }),
  };
}

function challengeOf({ challenge }: McpSettings): WholeResponse {
  return protocolError(
    401,
    SERVER_ERROR,
    'The request has no valid credentials.',
    challenge === undefined ? [] : [['WWW-Authenticate', challenge]],
  );
}

/** Whether the caller is anonymous, or its credentials are rejected. */
async function isUnauthorized(caller: RouteCaller): Promise<boolean> {
  try {
    return await caller.isAnonymous();
  } catch (error) {
    if (isUnauthorizedError(error)) return true;
    throw error;
  }
}

function isUnauthorizedError(error: unknown): boolean {
  return error instanceof HttpException && Number(error.getStatus()) === 401;
}

/** The SDK would send the message of an unexpected error, which is for the log only. */
function protocolErrorOf(error: unknown, { ProtocolError, INTERNAL_ERROR }: Sdk): Error {
  if (error instanceof HttpException && error.getStatus() < 500) {
    return new ProtocolError(SERVER_ERROR, error.message);
  }
  reportError(logger, error);
  return new ProtocolError(INTERNAL_ERROR, 'Internal error');
}

async function wholeOf(response: Response): Promise<WholeResponse> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function usableTools(tools: readonly Tool[], caller: RouteCaller) {
  const usable = await Promise.all(tools.map(({ route }) => caller.mayCall(route)));
  return tools.flatMap(({ definition }, at) => (usable[at] === true ? [definition] : []));
}

/** The request as the SDK reads it: its method and headers. The adapter has read its address and its body. */
function webRequest({ method, headers }: AdapterRequest): Request {
  const lines = Object.entries(headers).flatMap(([name, value = '']) =>
    name.startsWith(':') ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );
  return new Request('http://localhost', { method, headers: lines });
}

/** The address at which the client reaches the application. Any client can state a host that is none. */
function originOf({ headers, protocol = 'http' }: AdapterRequest): string {
  const text = `${protocol}://${headers.host ?? String(headers[':authority'] ?? '')}`;
  return URL.canParse(text) ? new URL(text).origin : 'http://localhost';
}
