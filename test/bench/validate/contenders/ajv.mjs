// ajv as Fastify sets it up: it coerces what it is given in place.
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const engine = new Ajv({ coerceTypes: true, useDefaults: true, strict: false });
addFormats.default(engine);
const object = (properties, required, more = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});

const isOne = engine.compile(
  object({ id: { type: 'integer' }, variant: { enum: ['full', 'teaser'], default: 'full' } }, [
    'id',
  ]),
);
const line = object(
  { sku: { type: 'string', minLength: 1 }, qty: { type: 'integer', minimum: 1, maximum: 99 } },
  ['sku', 'qty'],
  { additionalProperties: false },
);
const isOrder = engine.compile(
  object(
    {
      email: { type: 'string', format: 'email' },
      lines: { type: 'array', items: line, minItems: 1, maxItems: 20 },
    },
    ['email', 'lines'],
  ),
);

/** Each call needs arguments of its own, as each request has. */
export function one({ id, variant }) {
  const args = { id, variant };
  return isOne(args) ? args : undefined;
}

export function order(args) {
  return isOrder(args) ? args : undefined;
}

const isBook = engine.compile(
  object(
    {
      publisher: object(
        {
          name: { type: 'string', minLength: 1 },
          founded: { type: 'integer', minimum: 1400, maximum: 2100 },
          address: object(
            {
              city: { type: 'string', minLength: 1 },
              zip: { type: 'string', minLength: 3, maxLength: 10 },
            },
            ['city', 'zip'],
            { additionalProperties: false },
          ),
          contact: {
            anyOf: [
              { type: 'string', minLength: 3 },
              object({ phone: { type: 'string', minLength: 3 } }, ['phone'], {
                additionalProperties: false,
              }),
            ],
          },
        },
        ['name', 'address', 'contact'],
        { additionalProperties: false },
      ),
      prices: { type: 'object', additionalProperties: { type: 'number', minimum: 0 } },
    },
    ['publisher', 'prices'],
  ),
);

export function book(args) {
  return isBook(args) ? args : undefined;
}
