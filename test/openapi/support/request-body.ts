import type { OpenApiDocument } from 'nestjs-rest-routes/openapi';

type Operation = OpenApiDocument['paths'][string][string];
type RequestBody = Exclude<Operation['requestBody'], { readonly $ref: string } | undefined>;

/** The request body of an operation, also one that is a component of the document. */
export function requestBodyOf(
  { components }: OpenApiDocument,
  operation: Operation | undefined,
): RequestBody | undefined {
  const body = operation?.requestBody;
  if (body === undefined || !('$ref' in body)) return body;
  const name = body.$ref.replace('#/components/requestBodies/', '');
  const found = components.requestBodies?.[name];
  if (found === undefined) throw new Error(`The document has no ${body.$ref}.`);
  return found;
}
