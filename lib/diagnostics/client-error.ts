/** An error that a web library makes for the client. */
interface ClientError extends Error {
  readonly statusCode: number;
}

/**
 * Whether an error that is not an `HttpException` was made for the client. Its class decides, not its
 * `statusCode`: AWS SDK, got, undici and others put the status of another server's response there, and
 * their messages name hosts and keys. Only two classes count, both with 400 to 499:
 * - errors of http-errors with `expose: true`, which body parsers and Express middleware throw;
 * - errors of Fastify and its plugins, whose codes begin with `FST_`.
 */
export function isClientError(error: unknown): error is ClientError {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  const { statusCode } = error;
  if (typeof statusCode !== 'number' || !isClientStatus(statusCode)) return false;
  return isExposed(error, statusCode) || isOfFastify(error);
}

/** The properties by which `isHttpError` of http-errors recognizes errors of other copies. */
function isExposed(error: Error, statusCode: number): boolean {
  if (!('expose' in error) || !('status' in error)) return false;
  return error.expose === true && error.status === statusCode;
}

/** As Nest recognizes them. */
function isOfFastify(error: Error): boolean {
  if (!('code' in error) || typeof error.code !== 'string') return false;
  return error.code.startsWith('FST_') && error.constructor.name === 'FastifyError';
}

function isClientStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 499;
}
