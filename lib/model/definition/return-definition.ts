import type { DocumentedResponse, RouteDeclaration } from '../declaration/route-declaration.js';
import { returnedSchema, type NamedSchema } from '../types/returned/returned-schema.js';
import type { ReturnedType } from '../types/returned-type.js';
import type { ObjectSchemaMaker } from '../types/type-schema.js';
import { describedResponses, type ResponseDefinition } from './response-definition.js';

/** What a method returns, as far as its signature states it. For documents: no request needs it. */
export interface ReturnDefinition extends Pick<NamedSchema, 'names'> {
  /** Of all that it returns; `undefined` where nothing is returned. */
  readonly schema: NamedSchema['schema'] | undefined;
  /** That of all responses; `undefined` where there are several, or the method chooses it in a `RestResponse`. */
  readonly status: number | undefined;
  readonly isStream: boolean;
  readonly responses: readonly ResponseDefinition[];
}

/** `undefined` where neither a signature nor a decorator states what the method returns. */
export function compileReturn(
  route: RouteDeclaration,
  objectSchema: ObjectSchemaMaker,
): ReturnDefinition | undefined {
  const type = route.documentation?.returns;
  if (type === undefined) return route.response === undefined ? undefined : untypedReturn(route);
  const whole = returnedSchema(type, objectSchema, 'with links');
  const compiled = documentedResponses(route, type).map((documented) => {
    const made =
      documented.type === type
        ? whole
        : returnedSchema(documented.type, objectSchema, 'with links');
    return { names: made.names, responses: describedResponses(documented, made.schema, route) };
  });
  const responses = compiled.flatMap((one) => one.responses);
  const statuses = new Set(responses.map(({ status }) => status));
  return Object.freeze({
    schema: responses.every(({ schema }) => schema === undefined) ? undefined : whole.schema,
    names: new Map([whole.names, ...compiled.map(({ names }) => names)].flatMap((map) => [...map])),
    status: statuses.size === 1 ? responses[0]?.status : undefined,
    isStream: responses.some(({ isStream }) => isStream),
    responses,
  });
}

/** What decorators state of a method without a signature: it may return a `RestResponse` with another status. */
function untypedReturn(route: RouteDeclaration): ReturnDefinition {
  const anything: ReturnedType = { kind: 'any' };
  const statuses = route.response?.status === undefined ? [] : [route.response.status];
  const responses = [statuses, undefined].flatMap((known) =>
    describedResponses({ type: anything, isResponse: true, statuses: known }, {}, route),
  );
  return Object.freeze({
    schema: {},
    names: new Map<object, string>(),
    status: undefined,
    isStream: false,
    responses,
  });
}

function documentedResponses(
  { documentation }: RouteDeclaration,
  type: ReturnedType,
): readonly DocumentedResponse[] {
  const isResponse = documentation?.returnsResponse === true;
  return documentation?.responses ?? [{ type, isResponse, statuses: undefined }];
}
