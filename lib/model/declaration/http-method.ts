/**
 * The methods that a route may serve. GET also serves HEAD; the library itself serves OPTIONS.
 *
 * @example
 * @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Capability('edit_items'))
 */
export const HttpMethod = {
  Get: 'GET',
  Post: 'POST',
  Put: 'PUT',
  Patch: 'PATCH',
  Delete: 'DELETE',
} as const;

export type HttpMethod = (typeof HttpMethod)[keyof typeof HttpMethod];

/** In the order in which `Allow` lists them. */
export const HTTP_METHODS: readonly HttpMethod[] = Object.values(HttpMethod);

export function isHttpMethod(method: string): method is HttpMethod {
  const known: readonly string[] = HTTP_METHODS;
  return known.includes(method);
}
