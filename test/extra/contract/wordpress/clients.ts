import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { REPOSITORY } from '../../../support/repository.js';

/** The clients of WordPress and WooCommerce, as published. They know nothing of this library. */
const load = createRequire(join(REPOSITORY, 'test/extra/contract/wordpress/package.json'));

/** A response of `axios`. */
export interface WooResponse<Data> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: Data;
}

export interface WooCommerce {
  get<Data>(path: string, query?: object): Promise<WooResponse<Data>>;
  post<Data>(path: string, data: object, query?: object): Promise<WooResponse<Data>>;
  put<Data>(path: string, data: object, query?: object): Promise<WooResponse<Data>>;
  delete<Data>(path: string, query?: object): Promise<WooResponse<Data>>;
  options<Data>(path: string): Promise<WooResponse<Data>>;
}

interface WooOptions {
  readonly url: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

export function createWooCommerce(options: WooOptions): WooCommerce {
  const { default: Client } = load('@woocommerce/woocommerce-rest-api') as {
    readonly default: new (options: object) => WooCommerce;
  };
  return new Client({ ...options, version: 'wc/v3' });
}

/** Signs the parameters of a request, as `wc-api-php` does; that client is a package of PHP. */
export function signed(
  request: { readonly url: string; readonly method: string },
  key: string,
  secret: string,
): Readonly<Record<string, string>> {
  const oauth = createRequire(load.resolve('@woocommerce/woocommerce-rest-api'));
  const OAuth = oauth('oauth-1.0a') as new (options: object) => {
    authorize(request: object): Readonly<Record<string, string>>;
  };
  const hash = (text: string, by: string) => createHmac('sha256', by).update(text).digest('base64');
  const consumer = { key, secret };
  const options = { consumer, signature_method: 'HMAC-SHA256', hash_function: hash };
  return new OAuth(options).authorize(request);
}

export interface Post {
  readonly id: number;
  readonly type: string;
  readonly title: { readonly rendered: string };
  readonly _embedded?: Readonly<Record<string, readonly object[]>>;
}

interface Entities<Entity> {
  find(query?: URLSearchParams | number, ...ids: number[]): Promise<readonly Entity[]>;
  create(entity: object): Promise<Entity>;
  update(entity: object, id: number): Promise<Entity>;
  delete(...ids: number[]): Promise<readonly object[]>;
}

export interface MediaEntity extends Post {
  readonly mime_type: string;
  readonly sha256: string;
}

export interface WpApiClient {
  post(): Entities<Post>;
  media(): Omit<Entities<MediaEntity>, 'create'> & {
    create(name: string, content: Buffer, type?: string): Promise<MediaEntity>;
  };
  postType(): Promise<object>;
}

export function createWpApiClient(url: string, onError: (message: string) => void): WpApiClient {
  const { default: Client } = load('wordpress-api-client') as {
    readonly default: new (url: string, options: object) => WpApiClient;
  };
  const auth = { type: 'basic', username: 'editor', password: 'abcd EFGH 1234' };
  return new Client(url, { auth, onError });
}

/** A handler that wpapi makes for a route. */
export interface Chain extends PromiseLike<Post> {
  id(id: number): Chain;
  page(page: number): Chain;
  perPage(count: number): Chain;
  file(content: Buffer, name: string): Chain;
  get(): Promise<readonly Post[] & { readonly _paging?: { readonly total: string } }>;
  create(data: object): Promise<Post>;
  update(data: object): Promise<Post>;
  delete(data?: object): Promise<{ readonly deleted: boolean }>;
}

export type WpApi = Readonly<Record<'posts' | 'media' | 'types', () => Chain>>;

export function createWpApi(url: string): WpApi {
  const Client = load('wpapi') as new (options: object) => WpApi;
  const auth = { username: 'editor', password: 'abcd EFGH 1234', auth: true };
  return new Client({ endpoint: `${url}/wp-json`, ...auth });
}

export type ApiFetch = (options: object) => Promise<unknown>;

export function createApiFetch(): ApiFetch {
  const { default: apiFetch } = load('@wordpress/api-fetch') as { readonly default: ApiFetch };
  return apiFetch;
}

/** What gatsby-source-wordpress 3 makes nodes of. */
export interface Entity {
  readonly __type: string;
  readonly id?: number;
}

/** Its step that reads an API: all routes of the index that have a link and that `includedRoutes` choose. */
export function fetchForGatsby(url: string, includedRoutes: readonly string[]): Promise<Entity[]> {
  const fetchEntities = load('gatsby-source-wordpress/fetch') as (
    options: object,
  ) => Promise<Entity[]>;
  return fetchEntities({
    baseUrl: url.replace('http://', ''),
    _verbose: false,
    _siteURL: url,
    _useACF: false,
    _acfOptionPageIds: [],
    _hostingWPCOM: false,
    _restApiRoutePrefix: 'wp-json',
    _auth: {},
    _cookies: {},
    _perPage: 2,
    _concurrentRequests: 2,
    _includedRoutes: [...includedRoutes],
    _excludedRoutes: [],
    _routesStatus: [],
    typePrefix: 'wordpress__',
    refactoredEntityTypes: {
      post: 'wordpress__POST',
      page: 'wordpress__PAGE',
      tag: 'wordpress__TAG',
      category: 'wordpress__CATEGORY',
    },
  });
}
