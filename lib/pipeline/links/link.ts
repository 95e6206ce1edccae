/**
 * The attributes of a link, beside its `href`. Any JSON is allowed; these have a meaning.
 *
 * @see RFC 8288, 3.4, and WordPress's `WP_REST_Response::add_link`.
 */
export interface LinkAttributes {
  /** Whether `_embed` fetches the resource and puts it into `_embedded`. */
  readonly embeddable?: boolean;
  /** A text for people. */
  readonly title?: string;
  /** What a client may expect of the resource; `allow` lists the methods that this caller may use. */
  readonly targetHints?: { readonly allow?: readonly string[] };
  readonly [name: string]: unknown;
}

/** One link, as it is in `_links`. */
export interface Link extends LinkAttributes {
  /** A URL; one that begins with a single `/` is relative to the API. */
  readonly href: string;
}

/** Links by relation, in the form of WordPress's `_links`. */
export type Links = Readonly<Record<string, readonly Link[]>>;

/** Links by relation, as `withLinks` takes them: a URL, a link with attributes, or a list of them. */
export type StatedLinks = Readonly<
  Record<string, string | Link | readonly (string | Link)[] | undefined>
>;

/** A value with its links; without `_links` where it has none. */
export type Linked<T> = T & { readonly _links?: Links };
