import { statedReturn, type RestRouteOptions } from '../../routes/declaration/route-declaration.js';
import type { ResourceVersion } from '../../routes/rest-request.js';
import {
  optionFinding,
  type Finding,
  type RouteOption,
  type RouteRule,
  type RouteSubject,
} from '../../routes/rule.js';
import type { OperationSignature } from '../../types/method-signature.js';
import type { DeclaredType } from '../../types/type.js';

/** The methods that change a resource which a client has read before. */
export const CONDITIONAL: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** The version of a result, or of a row; `undefined` if it has none. */
export type VersionOf = (data: object) => ResourceVersion;

/** `undefined` if the route is not versioned. */
export function versionOfRoute({
  version,
}: Pick<RestRouteOptions, 'version'>): VersionOf | undefined {
  if (version === undefined) return undefined;
  // The application states for which data it is.
  if (typeof version === 'function') return version as VersionOf;
  return (data) => Reflect.get(data, version) as ResourceVersion;
}

/** The result of a route has a version, or its method can compare one. */
const versionRule: RouteRule = (subject) => {
  const stated: unknown = subject.route.options.version;
  if (stated === undefined) return [];
  if (typeof stated !== 'function' && (typeof stated !== 'string' || stated === '')) {
    const expected = "version: 'updatedAt', the name of a property, or a function of the result";
    return [optionFinding('RR1038', expected, JSON.stringify(stated))];
  }
  const obstacle = obstacleOf(subject, typeof stated === 'string' ? stated : undefined);
  return obstacle === undefined ? [] : [obstacle];
};

function obstacleOf(
  { route, parameters, readers }: RouteSubject,
  property: string | undefined,
): Finding | undefined {
  const { methods, methodName, options } = route;
  if (readers.respondsItself?.(methodName) === true) {
    return optionFinding('RR1080', 'a method that returns its response', '@Res()');
  }
  const type = methods.includes('GET') ? statedReturn(route) : undefined;
  const lacking = type && lackingIn(type, property);
  if (lacking !== undefined) return optionFinding('RR1080', ...lacking);
  if (!methods.some((method) => CONDITIONAL.has(method))) return undefined;
  const { tool } = options;
  if (tool !== undefined && tool !== false) {
    return optionFinding('RR1080', 'no tool, which sends no If-Match', 'tool');
  }
  // A parameter that could not be read has a diagnostic of its own.
  const isRead = parameters.length === route.parameters.length;
  if (!isRead || parameters.some(({ kind }) => kind === 'request')) return undefined;
  return optionFinding('RR1081', 'a parameter request: RestRequest', 'none');
}

/** Why a result has no version, as far as its type states it. */
function lackingIn(
  type: DeclaredType,
  property: string | undefined,
): readonly [expected: string, received: string] | undefined {
  if (type.kind === 'opaque' && STREAMS.has(type.text)) return ['a result of data', type.text];
  if (type.iterated === true) return ['a result of data', 'an asynchronous iterable'];
  if (property === undefined) return undefined;
  const expected = `a result with the property ${property}`;
  if (type.kind === 'array') return [expected, 'a list'];
  if (type.kind !== 'object' || type.properties === undefined) return undefined;
  const names = type.properties.map(({ name }) => name);
  if (type.additional !== undefined || names.includes(property)) return undefined;
  return [expected, names.join(', ') || 'none'];
}

const STREAMS: ReadonlySet<string> = new Set(['EventStream', 'StreamableFile']);

/** Of requests that change a resource. */
function conditionsOf(required: boolean): OperationSignature {
  return {
    requestHeaders: [
      {
        name: 'If-Match',
        required,
        description:
          'The `ETag` of the response with which the client has read the resource: the request is executed only if the resource still has this version. `*` is any version.',
      },
    ],
    errors: [
      {
        status: 412,
        code: 'rest_version_mismatch',
        description: 'The resource has another version, or no longer exists. Nothing was changed.',
      },
      {
        status: 428,
        code: 'rest_version_required',
        description: 'The header `If-Match` is missing.',
      },
    ],
  };
}

const TAGGED: OperationSignature = {
  responseHeaders: [
    {
      name: 'ETag',
      description: 'The version of the resource, for `If-Match` and `If-None-Match`.',
    },
  ],
};

/** `version` of `@RestRoute`. */
export const versionOption: RouteOption = {
  name: 'version',
  rule: versionRule,
  readsReturn: (version) => typeof version === 'string',
  describe: ({ options, methods }) => {
    if (options.version === undefined) return {};
    const isConditional = methods.some((method) => CONDITIONAL.has(method));
    const required = methods.every((method) => CONDITIONAL.has(method));
    const operation = { ...TAGGED, ...(isConditional ? conditionsOf(required) : {}) };
    return { isVersioned: true, operation };
  },
};
