import {
  Inject,
  Injectable,
  Logger,
  Module,
  type DynamicModule,
  type OnModuleInit,
} from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, type AbstractHttpAdapter } from '@nestjs/core';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { mountPrefix } from '../nest/options/settings.js';
import { REST_OPTIONS, type RestModuleOptions } from '../nest/options/rest-options.js';
import { RestRoutes } from '../nest/module/rest-index.js';
import type { RouteDescription } from '../routes/route-description.js';
import {
  openApiDocument,
  optionsOfModule,
  type OpenApiOptions,
} from './document/open-api-document.js';
import { createHash } from 'node:crypto';
import type { SecuritySchemes } from '../routes/declaration/permission.js';
import type { OpenApiServer } from './document/open-api-types.js';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isNotInstalled } from '../shared/is-not-installed.js';

/** The options of `OpenApiModule.forRoot`. */
export interface OpenApiModuleOptions extends Omit<OpenApiOptions, 'namespace'> {
  /** The path of the page, below the root of the application. `reference` by default. */
  readonly path?: string;
}

/** A file that is served, with its media type. */
interface ViewerFile {
  readonly type: string;
  readonly body: string;
  /** The content security policy, if it differs from that of other files. */
  readonly policy?: string;
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

const FILES: readonly (readonly [string, string])[] = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', SCRIPT_TYPE],
  ['swagger-ui-standalone-preset.js', SCRIPT_TYPE],
];

/** For files other than the page: a browser that shows one runs and loads nothing from it. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="{path}/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="{path}/swagger-ui-bundle.js"></script>
    <script src="{path}/swagger-ui-standalone-preset.js"></script>
    <script src="{path}/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  urls: {documents},
  dom_id: '#reference',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  validatorUrl: null,
});
`;

/** The token under which the options of the reference are provided. */
const REFERENCE_OPTIONS = Symbol.for('nestjs-rest-routes.reference');

/** Serves the documents and the page that shows them. Both are routes of the HTTP adapter. */
@Injectable()
class ApiReference implements OnModuleInit {
  readonly #logger = new Logger('OpenApiModule');

  constructor(
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(RestRoutes) private readonly routes: RestRoutes,
    @Inject(REST_OPTIONS) private readonly restOptions: RestModuleOptions,
    @Inject(REFERENCE_OPTIONS)
    private readonly options: OpenApiModuleOptions & { readonly path: string },
  ) {}

  async onModuleInit(): Promise<void> {
    this.#checkPath();
    const routes = await this.routes.list();
    const listed = routes.filter(({ hidden }) => !hidden);
    const namespaces = new Set(listed.map(({ namespace }) => namespace));
    const documents = [...namespaces].map((namespace) => ({
      namespace,
      name: namespace || 'API',
      url: `${this.options.path}/${namespace || 'openapi'}.json`,
    }));
    for (const { namespace, url } of documents) {
      this.#serve(url, () => this.#document(routes, namespace));
    }
    await this.#servePage(documents);
  }

  #checkPath(): void {
    const { path } = this.options;
    const prefix = mountPrefix(this.restOptions, this.config);
    if (prefix === '' || !`${path}/`.startsWith(`${prefix}/`)) return;
    throw new InvalidArgumentException(
      `OpenApiModule: "${path}" lies below "${prefix}", where the routes are; choose a path outside of it.`,
    );
  }

  #document(routes: readonly RouteDescription[], namespace: string): ViewerFile {
    const document = openApiDocument(routes, {
      ...optionsOfModule(this.restOptions),
      ...this.options,
      namespace,
    });
    return { type: 'application/json; charset=utf-8', body: JSON.stringify(document) };
  }

  /** The viewer lets people choose from several documents: `acme/v1` by name. */
  async #servePage(
    documents: readonly { readonly name: string; readonly url: string }[],
  ): Promise<void> {
    const { path, info } = this.options;
    const files = await loadViewer();
    if (files === undefined) {
      this.#logger.warn(
        `Install swagger-ui-dist for the page at ${path}; the documents are served: ${documents.map(({ url }) => url).join(', ')}.`,
      );
      return;
    }
    const title = info?.title ?? 'API reference';
    const { servers, securitySchemes } = { ...optionsOfModule(this.restOptions), ...this.options };
    this.#serve(path, () => ({
      type: 'text/html; charset=utf-8',
      body: pageText(path, title),
      policy: pagePolicy(files, servers, securitySchemes),
    }));
    const start = START.replace('{documents}', () => JSON.stringify(documents));
    this.#serve(`${path}/start.js`, () => ({ type: SCRIPT_TYPE, body: start }));
    for (const [name, file] of files) this.#serve(`${path}/${name}`, () => file);
  }

  /** Serves a file that the first request for it creates. */
  #serve(url: string, make: () => ViewerFile): void {
    const { httpAdapter } = this.adapterHost;
    let file: ViewerFile | undefined;
    httpAdapter?.get(url, (_request: unknown, response: unknown) => {
      file ??= make();
      httpAdapter.setHeader(response, 'Content-Type', file.type);
      setAbsent(httpAdapter, response, 'X-Content-Type-Options', 'nosniff');
      setAbsent(httpAdapter, response, 'Content-Security-Policy', file.policy ?? FILE_POLICY);
      httpAdapter.reply(response, file.body, 200);
    });
  }
}

/** Sets a header unless the application, for example by helmet, has set it. */
function setAbsent(
  adapter: AbstractHttpAdapter,
  response: unknown,
  name: string,
  value: string,
): void {
  if (adapter.getHeader(response, name) === undefined) adapter.setHeader(response, name, value);
}

/** The page. It contains no inline script, so that it works under a strict content security policy. */
function pageText(path: string, title: string): string {
  return PAGE.replaceAll(/\{(?:title|path)\}/g, (name) =>
    name === '{title}' ? escapeHtml(title) : path,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * The content security policy of the page. The viewer has its scripts in files, its icons in `data:` URLs, and images
 * and sounds of responses in `blob:` URLs. It may send requests only to the servers of the documents and the token
 * endpoints of the security schemes. Other pages must not frame it, since it sends requests as its user.
 */
function pagePolicy(
  files: ReadonlyMap<string, ViewerFile>,
  servers: readonly OpenApiServer[] = [],
  securitySchemes: SecuritySchemes = {},
): string {
  const urls = [...servers.map(({ url }) => url), ...textsIn(securitySchemes)];
  const targets = new Set(urls.flatMap((url) => sourceOf(url)));
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes(files)].join(' '),
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    ["connect-src 'self'", ...targets].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The viewer creates an element `style` for its logo. The policy allows it by its hash. */
function styleHashes(files: ReadonlyMap<string, ViewerFile>): readonly string[] {
  return [...files.values()].flatMap(({ body }) =>
    [...body.matchAll(/createElement\("style",null,"([^"\\]*)"\)/g)].map(([, style = '']) => {
      const hash = createHash('sha256').update(style).digest('base64');
      return `'sha256-${hash}'`;
    }),
  );
}

/** The source of a policy that allows a URL; none for a path, which belongs to the application. */
function sourceOf(url: string): readonly string[] {
  const scheme = /^https?:(?=\/\/)/i.exec(url)?.[0].toLowerCase();
  if (scheme === undefined) return [];
  // The URL of a server may have variables: `https://{tenant}.example.com`.
  const host = url.slice(scheme.length + 2).split('/', 1)[0] ?? '';
  if (/[{}]/.test(host) || !URL.canParse(url)) return [scheme];
  return [new URL(url).origin];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Reads the files of swagger-ui-dist from the packages of the application; `undefined` if it is not installed. */
async function loadViewer(): Promise<ReadonlyMap<string, ViewerFile> | undefined> {
  const folder = viewerFolder();
  if (folder === undefined) return undefined;
  const files = FILES.map(async ([name, type]) => {
    const body = await readFile(join(folder, name), 'utf8');
    return [name, { type, body }] as const;
  });
  return new Map(await Promise.all(files));
}

function viewerFolder(): string | undefined {
  // The working directory comes first: the packages of the application may differ from those of this library.
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return dirname(createRequire(from).resolve('swagger-ui-dist/package.json'));
    } catch (error) {
      if (!isNotInstalled(error)) throw error;
    }
  }
  return undefined;
}

/**
 * Serves a page on which people read and try the API, and an OpenAPI document for each namespace:
 * `/reference` and `/reference/acme/v1.json`. The page is that of `swagger-ui-dist`, which the application
 * installs. Without it, only the documents are served, and a warning is logged.
 *
 * @example
 * @Module({ imports: [RestModule.forRoot(), OpenApiModule.forRoot({ path: 'reference' })] })
 * export class AppModule {}
 *
 * @throws InvalidArgumentException on a path that is empty or not a path.
 */
@Module({})
export class OpenApiModule {
  static forRoot(options: OpenApiModuleOptions = {}): DynamicModule {
    const { path = 'reference' } = options;
    const trimmed = path.replace(/^\/+|\/+$/g, '');
    if (!/^[\w.~/-]+$/.test(trimmed)) {
      throw new InvalidArgumentException(
        `OpenApiModule: path is a path such as "reference", not ${JSON.stringify(path)}.`,
      );
    }
    return {
      module: OpenApiModule,
      providers: [
        { provide: REFERENCE_OPTIONS, useValue: { ...options, path: `/${trimmed}` } },
        ApiReference,
      ],
    };
  }
}
