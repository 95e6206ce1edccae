import 'reflect-metadata';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsString,
  Max,
  Min,
  MinLength,
  validate,
  ValidateNested,
} from 'class-validator';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { compileSchema, INVALID } from '../../../dist/schema/compile.js';
import { createInstantiator } from '../../../dist/schema/engine/instantiate.js';

/** Each takes the raw arguments and gives the typed ones, or `undefined`. */
export async function contenders() {
  return {
    ours: ours(),
    'by hand': byHand(),
    ajv: ajv(),
    ...(await typia()),
    zod: zod(),
    'class-validator': classValidator(),
  };
}

class Line {}

/** Elements become instances of their class, as a method receives them. */
function ours() {
  const line = {
    type: 'object',
    properties: {
      sku: { type: 'string', minLength: 1, required: true },
      qty: { type: 'integer', minimum: 1, maximum: 99, required: true },
    },
    additionalProperties: false,
  };
  const hydrate = new Map([[line, createInstantiator(Line, ['sku', 'qty'])]]);
  const email = compileSchema({ type: 'string', format: 'email' });
  const lines = compileSchema(
    { type: 'array', items: line, minItems: 1, maxItems: 20 },
    { hydrate },
  );
  const id = compileSchema({ type: 'integer' });
  const variant = compileSchema({ type: 'string', enum: ['full', 'teaser'] });
  return {
    one: (args) => {
      const typed = { id: id.parse(args.id), variant: variant.parse(args.variant) };
      return typed.id === INVALID || typed.variant === INVALID ? undefined : typed;
    },
    order: (args) => {
      const typed = { email: email.parse(args.email), lines: lines.parse(args.lines) };
      return typed.email === INVALID || typed.lines === INVALID ? undefined : typed;
    },
  };
}

function byHand() {
  const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
  const toLine = (raw) => {
    if (typeof raw !== 'object' || raw === null) return undefined;
    for (const name in raw) if (name !== 'sku' && name !== 'qty') return undefined;
    const { sku } = raw;
    const qty = typeof raw.qty === 'string' ? Number(raw.qty) : raw.qty;
    if (typeof sku !== 'string' || sku.length === 0) return undefined;
    if (!Number.isInteger(qty) || qty < 1 || qty > 99) return undefined;
    const line = new Line();
    line.sku = sku;
    line.qty = qty;
    return line;
  };
  return {
    one: ({ id, variant = 'full' }) =>
      /^\d+$/.test(id) && (variant === 'full' || variant === 'teaser')
        ? { id: Number(id), variant }
        : undefined,
    order: ({ email, lines }) => {
      if (typeof email !== 'string' || !EMAIL.test(email)) return undefined;
      if (!Array.isArray(lines) || lines.length < 1 || lines.length > 20) return undefined;
      const made = [];
      for (const raw of lines) {
        const line = toLine(raw);
        if (line === undefined) return undefined;
        made.push(line);
      }
      return { email, lines: made };
    },
  };
}

/** As Fastify sets it up: it changes what it is given. */
function ajv() {
  const engine = new Ajv({ coerceTypes: true, useDefaults: true, strict: false });
  addFormats.default(engine);
  const object = (properties, required) => ({ type: 'object', properties, required });
  const one = engine.compile(
    object({ id: { type: 'integer' }, variant: { enum: ['full', 'teaser'], default: 'full' } }, [
      'id',
    ]),
  );
  const line = object(
    { sku: { type: 'string', minLength: 1 }, qty: { type: 'integer', minimum: 1, maximum: 99 } },
    ['sku', 'qty'],
  );
  const lines = {
    type: 'array',
    items: { ...line, additionalProperties: false },
    minItems: 1,
    maxItems: 20,
  };
  const order = engine.compile(
    object({ email: { type: 'string', format: 'email' }, lines }, ['email', 'lines']),
  );
  return {
    // It coerces in place: each call needs arguments of its own, as each request has.
    one: ({ id, variant }) => {
      const args = { id, variant };
      return one(args) ? args : undefined;
    },
    order: (args) => (order(args) ? args : undefined),
  };
}

/** Compiled by the build of nestia. */
async function typia() {
  const built = new URL('../nestia/dist/validators.js', import.meta.url);
  if (existsSync(built)) return { typia: await import(built.href) };
  console.warn('SKIPPED: typia is not built; npm run bench:nestia installs and builds it.');
  return {};
}

function zod() {
  const line = z.strictObject({ sku: z.string().min(1), qty: z.int().min(1).max(99) });
  const one = z.object({
    id: z.coerce.number().int(),
    variant: z.enum(['full', 'teaser']).default('full'),
  });
  const order = z.object({ email: z.email(), lines: z.array(line).min(1).max(20) });
  return {
    one: (args) => one.safeParse(args).data,
    order: (args) => order.safeParse(args).data,
  };
}

function classValidator() {
  const decorate = (type, name, ...decorators) =>
    decorators.forEach((one) => one(type.prototype, name));
  class LineDto {}
  decorate(LineDto, 'sku', IsString(), MinLength(1));
  decorate(LineDto, 'qty', IsInt(), Min(1), Max(99));
  class OneDto {}
  decorate(
    OneDto,
    'id',
    Type(() => Number),
    IsInt(),
  );
  decorate(OneDto, 'variant', IsIn(['full', 'teaser']));
  class OrderDto {}
  decorate(OrderDto, 'email', IsEmail());
  decorate(OrderDto, 'lines', IsArray(), ArrayMinSize(1), ArrayMaxSize(20));
  decorate(
    OrderDto,
    'lines',
    ValidateNested({ each: true }),
    Type(() => LineDto),
  );
  const check = (type) => async (args) => {
    const made = plainToInstance(type, args);
    const errors = await validate(made, { whitelist: true, forbidNonWhitelisted: true });
    return errors.length === 0 ? made : undefined;
  };
  return { one: check(OneDto), order: check(OrderDto) };
}
