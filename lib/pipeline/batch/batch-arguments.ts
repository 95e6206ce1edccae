import type { ArgumentSchema } from '../../schema/vocabulary.js';

/** The methods that a request of a batch may have. A batch reads nothing: WordPress leaves GET out. */
const BATCH_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What is validated of all requests before the first of them is executed. */
const VALIDATIONS = ['require-all-validate', 'normal'] as const;

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

/** The schemas of the arguments, as WordPress lists them. */
export function batchSchemas(
  maxRequests: number,
): Readonly<Record<keyof BatchArguments, ArgumentSchema>> {
  return {
    validation: { type: 'string', enum: VALIDATIONS, default: 'normal', required: false },
    requests: { type: 'array', maxItems: maxRequests, items: ITEM, required: true },
  };
}

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
