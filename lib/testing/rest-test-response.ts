/** An answer as a client sees it. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the body; `undefined` where it is none. */
  readonly body: unknown;
}

/** Reads the whole of an answer. */
export async function readAnswer(response: Response): Promise<RestAnswer> {
  const text = await response.text();
  const isJson = /^application\/(?:[\w.+-]+\+)?json/.test(
    response.headers.get('content-type') ?? '',
  );
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body };
}
