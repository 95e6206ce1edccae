import { HttpMethod } from '../../model/declaration/http-method.js';
import {
  compileArgument,
  type ArgumentDefinition,
} from '../../model/definition/argument-definition.js';
import { PUBLIC } from '../../model/definition/permission-definition.js';
import type { ReturnDefinition } from '../../model/definition/return-definition.js';
import { createRoute, type Route } from '../../model/definition/route.js';
import { compilePath } from '../../model/paths/path-pattern.js';
import { batchSchemas } from './batch-arguments.js';

export const BATCH_PATH = '/batch/v1';

/** @see RFC 4918, 11.1 */
const MULTI_STATUS = 207;

/** The class and the method that guards, interceptors and events know the route by. */
export interface BatchHandler {
  readonly className: string;
  readonly methodName: string;
}

/** The route of batches. Anyone may call it: each of its requests has a permission of its own. */
export function batchRoute(maxRequests: number, handler: BatchHandler): Route {
  const head = {
    namespace: '',
    pattern: compilePath(BATCH_PATH, () => undefined),
    methods: [HttpMethod.Post],
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

function argumentsOf(maxRequests: number): readonly ArgumentDefinition[] {
  return Object.entries(batchSchemas(maxRequests)).map(([name, schema], index) =>
    compileArgument(
      { kind: 'argument', index, name, schema, hydrations: [] },
      index,
      false,
      () => (values) => values,
    ),
  );
}

const RESPONSE = {
  type: ['object', 'null'],
  properties: {
    body: { description: 'The body of the response; null where it has none.', required: true },
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
      description: 'Stated where no request was executed, because one is invalid.',
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

const RETURNED: ReturnDefinition = Object.freeze({
  ...SENT,
  names: new Map(),
  responses: [{ ...SENT, mediaType: undefined, headers: [], mayBePage: false }],
});
