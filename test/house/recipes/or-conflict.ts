import { RestException } from 'nestjs-rest-routes';

/** `await orConflict(this.database.insert(books).values(book), 'title_taken')` */
export async function orConflict<Result>(
  query: PromiseLike<Result>,
  code: string,
): Promise<Result> {
  try {
    return await query;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new RestException(code, 'There is one already.', 409);
  }
}

function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return code === 'P2002' || code === '23505' || isUniqueViolation(cause);
}
