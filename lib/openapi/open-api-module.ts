import {
  Inject,
  Injectable,
  Module,
  Optional,
  type DynamicModule,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost, ModuleRef, type AbstractHttpAdapter } from '@nestjs/core';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import {
  DESCRIBE_API,
  ofRestModule,
  type ApiDescription,
  type DescribeApi,
} from '../routes/api-description.js';
import type { RouteDescription } from '../routes/route-description.js';
import {
  isDocumented,
  openApiDocument,
  optionsOfApi,
  type OpenApiOptions,
} from './document/open-api-document.js';
import type { OpenApiDocument } from './document/open-api-types.js';

/** The options of `OpenApiModule.forRoot`. */
export interface OpenApiModuleOptions extends Omit<OpenApiOptions, 'namespace' | 'include'> {
  /** The path of the documents, below the root of the application. `reference` by default. */
  readonly path?: string;
  /**
   * Several documents in place of one, by name: each has the routes that its function includes, and is served below its
   * name, `/reference/partner/acme/v1.json`. Routes that no function includes are in no document.
   *
   * @example
   * documents: {
   *   public: ({ permission }) => permission.kind === 'public',
   *   internal: () => true,
   * }
   */
  readonly documents?: Readonly<Record<string, (route: RouteDescription) => boolean>>;
}

/** The token under which the options of the module are provided. */
const OPEN_API_OPTIONS = Symbol.for('nestjs-rest-routes.openapi');

/**
 * The documents of the application, for `SwaggerModule.setup` of `@nestjs/swagger` and other viewers.
 *
 * @example
 * // main.ts
 * SwaggerModule.setup('reference', app, () => app.get(OpenApiDocuments).document('acme/v1'));
 */
@Injectable()
export class OpenApiDocuments implements OnModuleInit {
  #routes: readonly RouteDescription[] | undefined;

  /** @internal Nest calls it. */
  constructor(
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ModuleRef) private readonly nest: ModuleRef,
    @Optional()
    @Inject(DESCRIBE_API)
    private readonly describe: DescribeApi<ModuleRef> | undefined,
    @Inject(OPEN_API_OPTIONS)
    private readonly options: OpenApiModuleOptions & { readonly path: string },
  ) {}

  /**
   * The OpenAPI 3.1 document of a namespace such as `acme/v1`, of all namespaces by default.
   *
   * @param name One of `documents`; without it, the document has all routes.
   * @throws InvalidArgumentException on a name that `documents` does not have.
   * @throws Error before the application is initialised.
   */
  document(namespace?: string, name?: string): OpenApiDocument {
    if (this.#routes === undefined) {
      throw new Error(
        'The routes are not known yet: call OpenApiDocuments.document after the application is initialised. SwaggerModule.setup accepts a function: () => app.get(OpenApiDocuments).document().',
      );
    }
    return openApiDocument(this.#routes, {
      ...optionsOfApi(this.#api),
      ...this.options,
      ...this.#included(name),
      ...(namespace === undefined ? {} : { namespace }),
    });
  }

  /** Nest calls it: serves the documents. */
  async onModuleInit(): Promise<void> {
    this.#checkPath();
    this.#routes = await this.#api.routes();
    const listed = this.#routes.filter(isDocumented);
    const { documents } = this.options;
    for (const name of documents === undefined ? [undefined] : Object.keys(documents)) {
      const { include = () => true } = this.#included(name);
      const namespaces = new Set(listed.filter(include).map((route) => route.namespace));
      for (const namespace of namespaces) this.#serve(namespace, name);
    }
  }

  #included(name: string | undefined): Pick<OpenApiOptions, 'include'> {
    if (name === undefined) return {};
    const { documents = {} } = this.options;
    const include = Object.hasOwn(documents, name) ? documents[name] : undefined;
    if (include !== undefined) return { include };
    throw new InvalidArgumentException(
      `OpenApiModule: there is no document ${JSON.stringify(name)}, but ${Object.keys(documents).join(', ') || 'none with a name'}.`,
    );
  }

  get #api(): ApiDescription {
    return ofRestModule(this.describe, 'OpenApiModule')(this.nest);
  }

  #checkPath(): void {
    const { path } = this.options;
    const { prefix } = this.#api;
    if (prefix === '' || !`${path}/`.startsWith(`${prefix}/`)) return;
    throw new InvalidArgumentException(
      `OpenApiModule: "${path}" lies below "${prefix}", where the routes are; choose a path outside of it.`,
    );
  }

  /** Serves the document of a namespace, which the first request for it creates. */
  #serve(namespace: string, name: string | undefined): void {
    const { httpAdapter } = this.adapterHost;
    let text: string | undefined;
    const folder = name === undefined ? '' : `/${name}`;
    const url = `${this.options.path}${folder}/${namespace || 'openapi'}.json`;
    httpAdapter?.get(url, (_request: unknown, response: unknown) => {
      text ??= JSON.stringify(this.document(namespace, name));
      httpAdapter.setHeader(response, 'Content-Type', 'application/json; charset=utf-8');
      setAbsent(httpAdapter, response, 'X-Content-Type-Options', 'nosniff');
      // A browser that shows a document runs and loads nothing from it.
      const policy = "default-src 'none'; frame-ancestors 'none'";
      setAbsent(httpAdapter, response, 'Content-Security-Policy', policy);
      httpAdapter.reply(response, text, 200);
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

/**
 * Serves an OpenAPI document for each namespace: `/reference/acme/v1.json`. `OpenApiDocuments` hands them to the page
 * of `@nestjs/swagger`.
 *
 * @example
 * @Module({ imports: [RestModule.forRoot(), OpenApiModule.forRoot({ info: { title: 'Shop' } })] })
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
    for (const name of Object.keys(options.documents ?? {})) {
      if (/^[\w-]+$/.test(name)) continue;
      throw new InvalidArgumentException(
        `OpenApiModule: the name of a document has letters, digits, "_" and "-", not ${JSON.stringify(name)}.`,
      );
    }
    return {
      module: OpenApiModule,
      providers: [
        { provide: OPEN_API_OPTIONS, useValue: { ...options, path: `/${trimmed}` } },
        OpenApiDocuments,
      ],
      exports: [OpenApiDocuments],
    };
  }
}
