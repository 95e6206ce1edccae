import type { ServerResponse } from 'node:http';

/**
 * What Nest's filters and parameter decorators ask of the adapter, in an application that has none. The
 * responses are those of Node.
 */
export const NO_ADAPTER = {
  getType: () => 'none',
  isHeadersSent: (response: ServerResponse) => response.headersSent,
  setHeader: (response: ServerResponse, name: string, value: string) =>
    response.setHeader(name, value),
  status(response: ServerResponse, status: number) {
    response.statusCode = status;
  },
  reply(response: ServerResponse, body: unknown, status?: number) {
    if (status !== undefined) response.statusCode = status;
    if (typeof body === 'string' || body === undefined || body === null) return response.end(body);
    response.setHeader('content-type', 'application/json; charset=utf-8');
    return response.end(JSON.stringify(body));
  },
  end: (response: ServerResponse, message?: string) => response.end(message),
};
