import type { RequestTarget } from '../../lifecycle/messages/exchange.js';
import { HttpMethod } from '../../routes/declaration/route-declaration.js';
import {
  compileArgument,
  type ArgumentDefinition,
} from '../../routes/definition/parameter-definition.js';
import { PUBLIC } from '../../routes/definition/permission-definition.js';
import type { Returned } from '../../routes/definition/return-description.js';
import { createRoute, type Route } from '../../routes/route.js';
import { compilePath } from '../../routes/paths/path-pattern.js';
import type { ArgumentSchema } from '../../schema/vocabulary.js';

/** The methods that a request of a batch may have. As in WordPress, GET is not one of them: a batch only writes. */
const BATCH_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The validation of all requests before the first of them is executed: required, or none. */
const VALIDATIONS = ['require-all-validate', 'normal'] as const;

const ITEM = {
  type: 'object',
  properties: {
    method: { type: 'string', enum: BATCH_METHODS, default: 'POST' },
    path: { type: 'string', required: true },
    body: { type: 'object', properties: {}, additionalProperties: true },
    headers: {
      type: 'object',
      properties: {},
      additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
    },
  },
} as const;

export const BATCH_PATH = '/batch/v1';

/** @see RFC 4918, 11.1 */
const MULTI_STATUS = 207;

/**
 * The route of batches. Anyone may call it: each of its requests has its own permission.
 *
 * @param handler The class and the method by which guards, interceptors and events identify the route.
 */
export function batchRoute(
  maxRequests: number,
  handler: Pick<Route, 'className' | 'methodName'>,
): Route {
  const head = {
    namespace: '',
    pattern: compilePath(BATCH_PATH, () => undefined),
    methods: [HttpMethod.Post],
    options: { publicWrite: true },
    ...handler,
    returned: () => RETURNED,
  };
  return createRoute(head, () => ({
    arguments: argumentsOf(maxRequests),
    parameters: [],
    permission: PUBLIC,
    responseDefaults: { status: MULTI_STATUS, headers: {} },
  }));
}

const AS_WORDPRESS = { values: 'wordpress', lists: undefined, zone: undefined } as const;

function argumentsOf(maxRequests: number): readonly ArgumentDefinition[] {
  return Object.entries(batchSchemas(maxRequests)).map(([name, schema], index) =>
    compileArgument(
      { kind: 'argument', index, name, schema, hydrations: [] },
      index,
      false,
      () => (values) => values,
      AS_WORDPRESS,
    ),
  );
}

const RESPONSE = {
  type: ['object', 'null'],
  properties: {
    body: { description: 'The body of the response; null if it has none.', required: true },
    status: { type: 'integer', required: true },
    headers: { type: 'object', additionalProperties: true, required: true },
  },
} as const;

const RESULTS = {
  type: 'object',
  properties: {
    failed: {
      type: 'string',
      enum: ['validation'],
      description: 'Stated if no request was executed, because one is invalid.',
    },
    responses: {
      type: 'array',
      items: RESPONSE,
      description:
        'The responses in the order of the requests; null for a valid request that was not executed.',
      required: true,
    },
  },
} as const;

const SENT = { schema: RESULTS, status: MULTI_STATUS, isStream: false } as const;

const RETURNED: Returned = {
  description: { ...SENT, responses: [{ ...SENT, mediaType: undefined, headers: [] }] },
  names: new Map(),
};

/** One request of a batch, as the client states it. */
export interface BatchItem {
  /** POST by default. */
  readonly method?: (typeof BATCH_METHODS)[number];
  /** Below the prefix, with an optional query. */
  readonly path: string;
  /** Parameters by name. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** The arguments of a batch. */
export interface BatchArguments {
  readonly validation: (typeof VALIDATIONS)[number];
  readonly requests: readonly BatchItem[];
}

function batchSchemas(maxRequests: number): Readonly<Record<keyof BatchArguments, ArgumentSchema>> {
  return {
    validation: { type: 'string', enum: VALIDATIONS, default: 'normal', required: false },
    requests: { type: 'array', maxItems: maxRequests, items: ITEM, required: true },
  };
}

/** Scheme, authority, path and query of any text. @see RFC 3986, appendix B */
const PARTS = /^(?:[^:/?#]+:)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/;

const AUTHORITY = /^(?:[^@]*@)?[^@:]+(?::\d{0,5})?$/;

/** The characters that a URL cannot contain unescaped. */
const UNSAFE = /[^!-~]|[\\#]/gu;

/**
 * The path and the query of a request. As in WordPress, they may be those of a URL, whose scheme and authority have no
 * effect. Characters that a client would escape in a URL are escaped.
 *
 * @returns `undefined` for a text that is not a URL.
 */
export function readTarget(text: string): RequestTarget | undefined {
  const [, authority, path = '', query = ''] = PARTS.exec(text) ?? [];
  if (authority !== undefined && !AUTHORITY.test(authority)) return undefined;
  try {
    return { path: escaped(path), queryText: escaped(query) };
  } catch {
    return undefined; // half of a surrogate pair: the text is not Unicode
  }
}

function escaped(text: string): string {
  return text.replace(UNSAFE, encodeURIComponent);
}
