// What a route of this library does with its arguments: one compiled validator each, and instances of
// the value class. Inside of the package, since the public way to them is a request.
import { shipped } from '../../harness/shipped.mjs';
import { Line } from './line.mjs';

const { bindArgument, MISSING, compileSchema, INVALID, createInstantiator } = await shipped(
  'bindArgument',
  'MISSING',
  'compileSchema',
  'INVALID',
  'createInstantiator',
);

const line = {
  type: 'object',
  properties: {
    sku: { type: 'string', minLength: 1, required: true },
    qty: { type: 'integer', minimum: 1, maximum: 99, required: true },
  },
  additionalProperties: false,
};
const hydrate = new Map([[line, createInstantiator(Line, ['sku', 'qty'])]]);
const argument = (name, schema, more = {}) => ({
  name,
  schema,
  validator: compileSchema(schema, { hydrate }),
  isFromPath: false,
  ...more,
});

const id = argument('id', { type: 'integer', required: true }, { isFromPath: true });
const variant = argument(
  'variant',
  { type: 'string', enum: ['full', 'teaser'], default: 'full' },
  { fallback: () => 'full' },
);
const email = argument('email', { type: 'string', format: 'email', required: true });
const lines = argument('lines', {
  type: 'array',
  items: line,
  minItems: 1,
  maxItems: 20,
  required: true,
});

const text = (minLength, more = {}) => ({ type: 'string', minLength, required: true, ...more });
const closed = (properties, more = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  required: true,
  ...more,
});
const publisher = argument(
  'publisher',
  closed({
    name: text(1),
    founded: { type: 'integer', minimum: 1400, maximum: 2100 },
    address: closed({ city: text(1), zip: text(3, { maxLength: 10 }) }),
    contact: closed({ phone: text(3) }, { type: ['string', 'object'], minLength: 3 }),
  }),
);
const prices = argument('prices', {
  type: 'object',
  additionalProperties: { type: 'number', minimum: 0 },
  required: true,
});

/** Only the validators. */
export const validators = {
  one: (args) => {
    const typed = {
      id: id.validator.parse(args.id),
      variant: args.variant === undefined ? 'full' : variant.validator.parse(args.variant),
    };
    return typed.id === INVALID || typed.variant === INVALID ? undefined : typed;
  },
  order: (args) => {
    const typed = {
      email: email.validator.parse(args.email),
      lines: lines.validator.parse(args.lines),
    };
    return typed.email === INVALID || typed.lines === INVALID ? undefined : typed;
  },
  book: (args) => {
    // As a route does, absent arguments are told apart before validation.
    if (args.publisher === undefined || args.prices === undefined) return undefined;
    const typed = {
      publisher: publisher.validator.parse(args.publisher),
      prices: prices.validator.parse(args.prices),
    };
    return typed.publisher === INVALID || typed.prices === INVALID ? undefined : typed;
  },
};

const NOTHING = Object.freeze(Object.create(null));
const isRefused = (value) => value === INVALID || value === MISSING;

/** With what decides between path, body, query and default. */
export const bound = {
  one: (args) => {
    const sources = { params: args, query: args, body: NOTHING };
    const typed = { id: bindArgument(id, sources), variant: bindArgument(variant, sources) };
    return isRefused(typed.id) || isRefused(typed.variant) ? undefined : typed;
  },
  order: (args) => {
    const sources = { params: NOTHING, query: NOTHING, body: args };
    const typed = { email: bindArgument(email, sources), lines: bindArgument(lines, sources) };
    return isRefused(typed.email) || isRefused(typed.lines) ? undefined : typed;
  },
  book: (args) => {
    const sources = { params: NOTHING, query: NOTHING, body: args };
    const typed = {
      publisher: bindArgument(publisher, sources),
      prices: bindArgument(prices, sources),
    };
    return isRefused(typed.publisher) || isRefused(typed.prices) ? undefined : typed;
  },
};
