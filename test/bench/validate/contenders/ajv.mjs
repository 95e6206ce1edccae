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
