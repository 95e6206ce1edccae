/** A response as a client receives it. */
export interface RestTestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON of the body; `undefined` where the body is not JSON. */
  readonly body: unknown;
  /** The unexpected error behind a 500 of a route; `undefined` for any other response. */
  readonly cause: unknown;
}

/** Reads a response to its end. */
export async function readTestResponse(
  response: Response,
  cause?: unknown,
): Promise<RestTestResponse> {
  const text = await response.text();
  const isJson = /^application\/(?:[\w.+-]+\+)?json/.test(
    response.headers.get('content-type') ?? '',
  );
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body, cause };
}
