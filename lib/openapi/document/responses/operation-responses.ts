import { forbidden, httpError, tooLarge } from '../../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../../diagnostics/rest.exception.js';
import type { RouteDescription } from '../../../model/description/route-description.js';
import type { ErrorShape } from '../errors/error-shape.js';
import type { SchemaContext } from '../json-schema.js';
import type { JsonSchema, Operation, Response } from '../open-api-types.js';
import { successResponses } from './success-responses.js';

/** The errors that a route may respond with, and the routes that each applies to. */
const ERRORS: readonly {
  readonly status: string;
  readonly name: string;
  readonly description: string;
  /** An error of this status, as the library sends it. */
  readonly example: RestException;
  readonly applies: (route: RouteDescription) => boolean;
}[] = [
  {
    status: '400',
    name: 'InvalidRequest',
    description: 'An argument is missing or invalid, or the request cannot be read.',
    example: httpError('rest_invalid_param', 'id'),
    applies: ({ arguments: args }) => args.length > 0,
  },
  {
    status: '401',
    name: 'Unauthenticated',
    description: 'The caller is anonymous, and the permission requires an authenticated user.',
    example: forbidden(false),
    applies: ({ permission }) => permission.kind !== 'public',
  },
  {
    status: '403',
    name: 'Forbidden',
    description: 'The caller does not have the permission.',
    example: forbidden(true),
    applies: ({ permission }) => permission.kind !== 'public',
  },
  {
    status: '404',
    name: 'NotFound',
    description: 'There is nothing at this path.',
    example: httpError('rest_no_route'),
    applies: ({ arguments: args }) => args.some(({ isFromPath }) => isFromPath),
  },
  {
    status: '4XX',
    name: 'Refused',
    description: 'Another error that the request caused.',
    example: tooLarge(1_048_576),
    applies: () => true,
  },
  {
    status: '5XX',
    name: 'Failed',
    description: 'The server failed.',
    example: httpError('framework_internal_error'),
    applies: () => true,
  },
];

/** The error responses that any of these routes may give, by name. */
export function errorResponses(
  routes: readonly RouteDescription[],
  schema: JsonSchema,
  shape: ErrorShape,
): Readonly<Record<string, Response>> {
  return Object.fromEntries(
    ERRORS.filter(({ applies }) => routes.some(applies)).map(({ name, description, example }) => {
      const content = { [shape.mediaType]: { schema, example: shape.example(example) } };
      return [name, { description, content }];
    }),
  );
}

/** The responses of a route: what its method returns, and the errors that apply. What the method states wins. */
export function responsesOf(
  route: RouteDescription,
  context: SchemaContext,
): Operation['responses'] {
  const errors = ERRORS.filter(({ applies }) => applies(route)).map(
    ({ status, name }) => [status, { $ref: `#/components/responses/${name}` }] as const,
  );
  return Object.fromEntries([...errors, ...successResponses(route, context)]);
}
