import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, type AbstractHttpAdapter } from '@nestjs/core';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { mountPrefix } from '../../nest/options/mount-prefix.js';
import { REST_OPTIONS, type RestModuleOptions } from '../../nest/options/rest-options.js';
import { RestRoutes } from '../../nest/module/rest-routes.js';
import type { RouteDescription } from '../../model/description/route-description.js';
import { FILE_POLICY, pagePolicy } from './content-policy.js';
import { optionsOfModule } from './options-of-module.js';
import { openApiDocument } from '../document/open-api-document.js';
import type { OpenApiModuleOptions } from './open-api-module-options.js';
import { pageFile, startFile, type ListedDocument } from './viewer-page.js';
import { loadViewer, type ViewerFile } from './viewer.js';

/** The token under which the options of the reference are provided. */
export const REFERENCE_OPTIONS = Symbol.for('nestjs-rest-routes.reference');

/** Serves the documents and the page that shows them. Both are routes of the HTTP adapter. */
@Injectable()
export class ApiReference implements OnModuleInit {
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
    const namespaces = new Set(routes.filter(isListed).map(({ namespace }) => namespace));
    const documents = [...namespaces].map((name) => ({
      name,
      url: `${this.options.path}/${name}.json`,
    }));
    for (const { name, url } of documents) this.#serve(url, () => this.#document(routes, name));
    await this.#servePage(documents);
  }

  #checkPath(): void {
    const { path } = this.options;
    const prefix = mountPrefix(this.restOptions, this.config);
    if (prefix === '' || !`${path}/`.startsWith(`${prefix}/`)) return;
    throw new InvalidArgumentException(
      `OpenApiModule: "${path}" lies below "${prefix}", where the routes are; choose a path beside it.`,
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

  async #servePage(documents: readonly ListedDocument[]): Promise<void> {
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
    const policy = () => pagePolicy({ servers, securitySchemes, files });
    this.#serve(path, () => ({ ...pageFile(path, title), policy: policy() }));
    this.#serve(`${path}/start.js`, () => startFile(documents));
    for (const [name, file] of files) this.#serve(`${path}/${name}`, () => file);
  }

  /** Serves a file that is made by the first request for it. */
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

/** A header that the application sets, such as by helmet, stays. */
function setAbsent(
  adapter: AbstractHttpAdapter,
  response: unknown,
  name: string,
  value: string,
): void {
  if (adapter.getHeader(response, name) === undefined) adapter.setHeader(response, name, value);
}

function isListed({ hidden }: RouteDescription): boolean {
  return !hidden;
}
