import type { Operation, PathItem, RequestBody } from '../open-api-types.js';
import type { WholePaths } from '../paths.js';

/** The operations of a document, and the request bodies that they refer to. */
export interface WithRequestBodies {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly requestBodies: Readonly<Record<string, RequestBody>>;
}

/**
 * Makes components of the request bodies that JSON and a form can carry alike. Of such a component each
 * generator of clients takes the first media type, JSON; of several media types in place, some take none,
 * and their clients send no `Content-Type`. A body that may have files stays in place: only one of its media
 * types can carry them.
 */
export function withRequestBodies(paths: WholePaths): WithRequestBodies {
  const requestBodies = new Map<string, RequestBody>();
  const refer = (operation: WholePaths[string][string]): Operation => {
    const { operationId, requestBody } = operation;
    if (requestBody === undefined || !isAlike(requestBody)) return operation;
    requestBodies.set(operationId, requestBody);
    return { ...operation, requestBody: { $ref: `#/components/requestBodies/${operationId}` } };
  };
  const items = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(item).map(
      ([method, operation]) => [method, refer(operation)] as const,
    );
    return [path, Object.fromEntries(operations)] as const;
  });
  return { paths: Object.fromEntries(items), requestBodies: Object.fromEntries(requestBodies) };
}

function isAlike({ content }: RequestBody): boolean {
  return Object.keys(content).length > 1 && !Object.hasOwn(content, 'multipart/form-data');
}
