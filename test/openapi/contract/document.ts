import type { OpenApiDocument } from 'nestjs-rest-routes/openapi';

type Listed = OpenApiDocument['paths'][string][string];
type RequestBody = Exclude<NonNullable<Listed['requestBody']>, { readonly $ref: string }>;

/** An operation whose request body is in place. */
export type Operation = Omit<Listed, 'requestBody'> & { readonly requestBody?: RequestBody };
export type Parameter = NonNullable<Operation['parameters']>[number];
export type Schema = Readonly<Record<string, unknown>>;

/** An operation of a document with its place. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function operationsOf(document: OpenApiDocument): readonly Placed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { requestBody, ...others }]) => {
      if (requestBody === undefined) return { method, path, operation: others };
      const body = follow<RequestBody>(document, requestBody);
      return { method, path, operation: { ...others, requestBody: body } };
    }),
  );
}

/** What a reference of a document leads to. */
export function follow<Target extends object>(
  document: OpenApiDocument,
  target: Target | { readonly $ref: string },
): Target {
  if (!('$ref' in target) || typeof target.$ref !== 'string') return target as Target;
  const names = target.$ref.split('/').slice(1);
  let found: unknown = document;
  for (const name of names) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  if (typeof found !== 'object' || found === null) throw new Error(`No ${target.$ref}.`);
  return follow(document, found as Target);
}

/** The alternatives of a schema; none where it has no `anyOf` or `oneOf`. */
export function alternativesOf({ anyOf, oneOf }: Schema): readonly Schema[] {
  return (anyOf ?? oneOf ?? []) as readonly Schema[];
}

/** The types that a schema states. */
export function typesOf({ type = [] }: Schema): readonly string[] {
  return typeof type === 'string' ? [type] : (type as readonly string[]);
}
