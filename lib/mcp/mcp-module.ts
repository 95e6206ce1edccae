import {
  Catch,
  Controller,
  Delete,
  Get,
  Inject,
  Module,
  Post,
  Req,
  Res,
  UnauthorizedException,
  UseFilters,
  VERSION_NEUTRAL,
  type ArgumentsHost,
  type DynamicModule,
  type ExceptionFilter,
  type ModuleMetadata,
  type Type,
} from '@nestjs/common';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import type { JsonSchema } from '../openapi/document/open-api-types.js';
import { TOOLS_PATH } from '../routes/api-description.js';
import type { RouteDescription } from '../routes/route-description.js';
import { LOCAL_ORIGINS, readOrigins, type AllowedOrigins } from './allowed-origins.js';
import { MCP_SETTINGS, McpServing, type McpSettings } from './mcp-serving.js';

/**
 * The options of `McpModule.forRoot`.
 *
 * @example
 * McpModule.forRoot({ name: 'catalogue', version: '1.0.0', include: ['acme/v1'] })
 */
export interface McpModuleOptions {
  /** The name of the server, which clients show. */
  readonly name: string;
  readonly version: string;
  /** A text for models, about the tools as a whole. None by default. */
  readonly instructions?: string;
  /** The path of the endpoint, below the global prefix of the application. `/mcp` by default. */
  readonly path?: string;
  /** Namespaces whose GET routes are tools, with or without a version: `acme/v1`. None by default. */
  readonly include?: readonly string[];
  /**
   * The `WWW-Authenticate` of the 401 that anonymous callers get, and those that a guard rejects with an
   * `UnauthorizedException`: `Bearer resource_metadata="https://…"`. By default, anonymous callers are served, with the
   * tools that they may use.
   */
  readonly challenge?: string;
  /**
   * The origins of web pages that may send requests, as browsers send them: `['https://chat.example.com']`; with the port
   * `*`, any port: `'http://localhost:*'`; of browser extensions any identifier: `'moz-extension://*'`. By default pages
   * of `localhost`, `127.0.0.1` and `[::1]` with any port. Clients that are not browsers state no origin, and are served.
   */
  readonly origins?: readonly string[];
  /** The limit of one result, in bytes. 1 MiB by default. */
  readonly maxBytes?: number;
  /** Decorators of the endpoint: `[UseGuards(AuthGuard('jwt'))]`, `[SkipThrottle()]`. None by default. */
  readonly decorators?: readonly ClassDecorator[];
  /** The modules whose providers the guards of `decorators` need. None by default. */
  readonly imports?: ModuleMetadata['imports'];
  /**
   * Makes the schema of results from that of the returned data, for an interceptor that wraps the data. By default, it
   * is that of the data.
   */
  readonly wrap?: (data: JsonSchema, route: RouteDescription) => JsonSchema;
}

const DEFAULT_MAX_BYTES = 1_048_576;

/**
 * Serves routes as tools of the Model Context Protocol, by the official SDK `@modelcontextprotocol/server`: stateless,
 * over Streamable HTTP, at `/mcp`. A tool runs the whole lifecycle of its route, as the caller of the MCP request.
 *
 * @example
 * @Module({
 *   imports: [RestModule.forRoot(), McpModule.forRoot({ name: 'catalogue', version: '1.0.0' })],
 *   providers: [ItemsController],
 * })
 * export class AppModule {}
 *
 * @throws InvalidArgumentException on an option that has no effect.
 * @throws DeclarationException at startup, if two tools have one name, or a route cannot be a tool.
 * @throws Error at startup, if the SDK is not installed.
 * @see https://modelcontextprotocol.io/specification
 */
@Module({})
export class McpModule {
  static forRoot(options: McpModuleOptions): DynamicModule {
    const { path = '/mcp', decorators = [], imports = [], challenge } = options;
    const challenged = challenge === undefined ? [] : [UseFilters(ChallengeFilter)];
    const settings = settingsOf(options);
    const served = checkedPath(path);
    return {
      module: McpModule,
      imports,
      controllers: [controllerAt(served, [...decorators, ...challenged])],
      providers: [
        { provide: MCP_SETTINGS, useValue: settings },
        { provide: TOOLS_PATH, useValue: served },
        McpServing,
      ],
    };
  }
}

function settingsOf(options: McpModuleOptions): McpSettings {
  const { name, version, maxBytes = DEFAULT_MAX_BYTES } = options;
  if (typeof name !== 'string' || name === '') throw invalid('name', 'a text', name);
  if (typeof version !== 'string' || version === '') throw invalid('version', 'a text', version);
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
    throw invalid('maxBytes', 'a whole number of bytes', maxBytes);
  }
  const origins = originsOf(options.origins ?? LOCAL_ORIGINS);
  const { instructions, challenge, include = [], wrap = (data: JsonSchema) => data } = options;
  return { name, version, instructions, challenge, include, origins, maxBytes, wrap };
}

function originsOf(stated: readonly unknown[]): AllowedOrigins {
  const origins = Array.isArray(stated) ? readOrigins(stated) : { not: stated };
  if (!('not' in origins)) return origins;
  const expected = 'a list of origins as browsers send them, such as "https://chat.example.com"';
  throw invalid('origins', expected, origins.not);
}

function checkedPath(path: string): string {
  const trimmed = path.split('/').filter(Boolean).join('/');
  if (/^[\w.~/-]+$/.test(trimmed)) return trimmed;
  throw invalid('path', 'a path such as "/mcp"', path);
}

function invalid(option: string, expected: string, received: unknown): InvalidArgumentException {
  return new InvalidArgumentException(
    `McpModule: ${option} is ${expected}, not ${JSON.stringify(received)}.`,
  );
}

/**
 * A controller of Nest, so that guards, interceptors, CORS and limits of the application apply to the endpoint.
 *
 * @param path Without slashes at its ends.
 */
function controllerAt(path: string, decorators: readonly ClassDecorator[]): Type {
  class McpController {
    constructor(@Inject(McpServing) private readonly serving: McpServing) {}

    @Post()
    call(@Req() request: object, @Res() response: object): Promise<void> {
      return this.serving.serve(request, response);
    }

    /** Clients of earlier versions of the protocol open a stream, which a stateless server does not have. */
    @Get()
    stream(@Req() request: object, @Res() response: object): Promise<void> {
      return this.serving.serve(request, response);
    }

    /** They also end a session. */
    @Delete()
    end(@Req() request: object, @Res() response: object): Promise<void> {
      return this.serving.serve(request, response);
    }
  }
  for (const decorate of [...decorators].reverse()) decorate(McpController);
  Controller({ path, version: VERSION_NEUTRAL })(McpController);
  return McpController;
}

/** Guards reject callers before the endpoint sees them, and state no challenge. */
@Catch(UnauthorizedException)
class ChallengeFilter implements ExceptionFilter {
  constructor(@Inject(McpServing) private readonly serving: McpServing) {}

  catch(_error: UnauthorizedException, host: ArgumentsHost): void {
    this.serving.challenge(host.switchToHttp().getResponse<object>());
  }
}
