import { besideEachOther } from './operation-body.js';
import type {
  JsonSchema,
  MediaType,
  Parameter,
  RequestBody,
  Response,
  WholeOperation,
} from './open-api-types.js';

/** Makes one operation of two that differ only in the values that the path accepts. */
export function joinOperations(a: WholeOperation, b: WholeOperation): WholeOperation {
  const requestBody = joinBodies(a.requestBody, b.requestBody);
  return {
    ...a,
    description: `${a.description}\n\nOr, by the value in the path: ${b.description}`,
    tags: [...new Set([...a.tags, ...b.tags])],
    security: joinSecurity(a.security, b.security),
    parameters: joinParameters(a.parameters ?? [], b.parameters ?? []),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: joinResponses(a.responses, b.responses),
  };
}

/** Anonymous callers are allowed if either operation is public; `{}` represents them in OpenAPI. */
function joinSecurity(
  a: WholeOperation['security'],
  b: WholeOperation['security'],
): WholeOperation['security'] {
  const isEitherPublic = a.length === 0 || b.length === 0;
  const all = [...a, ...b];
  return isEitherPublic && all.length > 0 ? [{}, ...all] : all;
}

function joinParameters(a: readonly Parameter[], b: readonly Parameter[]): Parameter[] {
  const own = a.map((parameter) => joinParameter(parameter, b.find(isLike(parameter))));
  const others = b.filter(({ name }) => !a.some((parameter) => parameter.name === name));
  return [...own, ...others.map((parameter) => ({ ...parameter, required: false }))];
}

function isLike({ name, in: place }: Parameter): (other: Parameter) => boolean {
  return (other) => other.name === name && other.in === place;
}

function joinParameter(parameter: Parameter, other: Parameter | undefined): Parameter {
  if (other === undefined) return { ...parameter, required: parameter.in === 'path' };
  return {
    ...parameter,
    required: parameter.required && other.required,
    schema: either(...besideEachOther(parameter.schema, other.schema)),
  };
}

function joinBodies(
  a: RequestBody | undefined,
  b: RequestBody | undefined,
): RequestBody | undefined {
  if (a === undefined) return b && { ...b, required: false };
  if (b === undefined) return { ...a, required: false };
  const descriptions = new Set([a, b].flatMap(({ description = [] }) => description));
  return {
    ...(descriptions.size === 0 ? {} : { description: [...descriptions].join(' ') }),
    required: a.required && b.required,
    content: joinContents(a.content, b.content),
  };
}

function joinContents(
  a: RequestBody['content'],
  b: RequestBody['content'],
): RequestBody['content'] {
  const types = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    types.map((type) => {
      const [one, other] = [a[type], b[type]];
      if (one === undefined || other === undefined) return [type, one ?? other ?? { schema: {} }];
      return [type, joinMediaTypes(one, other)];
    }),
  );
}

function joinMediaTypes(a: MediaType, b: MediaType): MediaType {
  const schema = either(a.schema, b.schema);
  const encoding = { ...b.encoding, ...a.encoding };
  return Object.keys(encoding).length === 0 ? { schema } : { schema, encoding };
}

function joinResponses(
  a: WholeOperation['responses'],
  b: WholeOperation['responses'],
): WholeOperation['responses'] {
  const joint = Object.entries(b).map(([status, response]) => {
    const other = a[status];
    // A shared response allows what one that states its codes allows.
    if (other === undefined || '$ref' in response) return [status, response] as const;
    return [status, '$ref' in other ? other : joinResponse(other, response)] as const;
  });
  return { ...a, ...Object.fromEntries(joint) };
}

export function joinResponse(a: Response, b: Response): Response {
  const content = joinContents(a.content ?? {}, b.content ?? {});
  const headers = { ...b.headers, ...a.headers };
  return {
    description: a.description,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

function either(a: JsonSchema, b: JsonSchema): JsonSchema {
  return JSON.stringify(a) === JSON.stringify(b) ? a : { anyOf: [a, b] };
}
