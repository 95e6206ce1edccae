import 'reflect-metadata';
import { isDeepStrictEqual } from 'node:util';
import { Logger, Module, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  Contains,
  Equals,
  getMetadataStorage,
  IsArray,
  IsBoolean,
  IsDateString,
  IsDefined,
  IsDivisibleBy,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNotIn,
  IsNumber,
  IsNumberString,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import fc from 'fast-check';
import {
  Arguments,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import { expect, test, vi } from 'vitest';

// Without the usual parts: they do not change how values are validated.

/** The choice of values, pairs and triples is always the same. */
const SEED = 1001;
const PAIRS = 300;
const TRIPLES = 100;
const VALUES = 4;

/** How many classes class-validator knows at a time: it goes through all of them for each validation. */
const CLASSES = 100;

enum Role {
  User = 'user',
  Admin = 'admin',
}

enum Level {
  Low = 1,
  High = 2,
}

type Rule = readonly [text: string, decorator: PropertyDecorator];

/** Rules for one value, without and with `each`. */
const SCALARS: readonly Rule[] = [false, true].flatMap((each): Rule[] => {
  const of = each ? ', each' : '';
  return [
    [`IsString${of}`, IsString({ each })],
    [`IsInt${of}`, IsInt({ each })],
    [`IsNumber${of}`, IsNumber({}, { each })],
    [`IsNumber 2 places${of}`, IsNumber({ maxDecimalPlaces: 2 }, { each })],
    [`IsBoolean${of}`, IsBoolean({ each })],
    [`Min 1${of}`, Min(1, { each })],
    [`Max 5${of}`, Max(5, { each })],
    [`Max 100${of}`, Max(100, { each })],
    [`IsPositive${of}`, IsPositive({ each })],
    [`IsDivisibleBy 2${of}`, IsDivisibleBy(2, { each })],
    [`MinLength 2${of}`, MinLength(2, { each })],
    [`MaxLength 3${of}`, MaxLength(3, { each })],
    [`Length 2 to 40${of}`, Length(2, 40, { each })],
    [`Length 1${of}`, Length(1, undefined, { each })],
    [`IsEmail${of}`, IsEmail({}, { each })],
    [`IsEmail with a list${of}`, IsEmail({ host_whitelist: ['example.com'] }, { each })],
    [`IsUUID${of}`, IsUUID('4', { each })],
    [`Matches${of}`, Matches(/^[a-z]+$/, { each })],
    [`Contains${of}`, Contains('a', { each })],
    [`IsNotEmpty${of}`, IsNotEmpty({ each })],
    [`IsDateString${of}`, IsDateString({}, { each })],
    [`IsNumberString${of}`, IsNumberString({}, { each })],
    [`IsEnum Role${of}`, IsEnum(Role, { each })],
    [`IsEnum Level${of}`, IsEnum(Level, { each })],
    [`IsIn user${of}`, IsIn([Role.User], { each })],
    [`IsIn 1.5, 2${of}`, IsIn([1.5, 2], { each })],
    [`IsIn 1, "1"${of}`, IsIn([1, '1'], { each })],
    [`IsIn false${of}`, IsIn([false], { each })],
    [`IsNotIn${of}`, IsNotIn(['abc', 2], { each })],
    [`Equals${of}`, Equals('abc', { each })],
    [`IsDefined${of}`, IsDefined({ each })],
    [`IsObject${of}`, IsObject({ each })],
  ];
});

const RULES: readonly Rule[] = [
  ...SCALARS,
  ['Allow', Allow()],
  ['IsOptional', IsOptional()],
  ['IsArray', IsArray()],
  ['ArrayMinSize 1', ArrayMinSize(1)],
  ['ArrayMaxSize 1', ArrayMaxSize(1)],
  ['ArrayMaxSize 3', ArrayMaxSize(3)],
  ['ArrayNotEmpty', ArrayNotEmpty()],
  ['ArrayUnique', ArrayUnique()],
  ['Min 2, only if it is a number', Min(2, { validateIf: (_object, value) => value !== 'abc' })],
  ['MaxLength 2, with a message', MaxLength(2, { message: 'too long' })],
];

const SINGLE: readonly unknown[] = [
  ['', 'a', 'ab', 'abc', 'abcd', 'ABC', 'user', 'admin', 'Low', 'true', 'false', 'null', ' 5 '],
  ['0', '1', '2', '5', '6', '1.5', '1.23456', '-1', '1e3', '0x10', 'a,b', '1,2', '[1]', '{}'],
  ['ada@example.com', 'ada@other.org', 'a@b', 'a@\ud800.com', '\u0000', '😀😀', 'é'],
  ['2024-02-29', '2024-02-30', '2024-02-29T10:00:00Z', '00000000-0000-4000-8000-000000000000'],
  ['x'.repeat(40), 'x'.repeat(41), 'x'.repeat(50), '__proto__', '  ', '\n', 'toString'],
  [0, -0, 1, 2, 3, 5, 5.5, 6, 100, 101, 1.5, 1.25, 1.234, 1.23456, -1, -1.5, 2 ** 53, 1e21],
  [1e-7, 5e-324, 1.7976931348623157e308, true, false, null],
].flat();

const NESTED: readonly unknown[] = [
  [],
  {},
  [[]],
  [{}],
  { length: 2 },
  { a: 1 },
  [null],
  ['a', 'a'],
  ['a', 'abcd'],
  ['user', 'admin'],
  [1, 100],
  [1, 'a'],
  ['1', '2'],
  [true, 'true'],
  [1, 2, 3, 4],
  [{ v: 1 }],
  ...SINGLE.map((one) => [one]),
];

/** class-transformer leaves out properties like `valueOf` and `prototype`; routes keep them. */
function hasOrdinaryNames(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([name, inner]) => !(name in Object) && hasOrdinaryNames(inner),
  );
}

const LISTS = fc.array(fc.constantFrom(...SINGLE), { maxLength: 4 });
const ANYTHING = fc.oneof(
  { arbitrary: fc.constantFrom(...SINGLE, ...NESTED), weight: 8 },
  { arbitrary: LISTS, weight: 3 },
  { arbitrary: fc.jsonValue({ maxDepth: 2 }).filter(hasOrdinaryNames), weight: 1 },
);

const FORMS = ['argument', 'arguments', 'nested', 'list'] as const;

interface Sample {
  readonly name: string;
  readonly form: (typeof FORMS)[number];
  readonly rules: readonly Rule[];
  readonly values: readonly unknown[];
}

/** What a request has, and what a pipe gets. */
function createClass({ rules, form }: Sample): new () => object {
  class Dto {
    declare v: unknown;
  }
  for (const [, decorate] of rules) decorate(Dto.prototype, 'v');
  if (form === 'argument' || form === 'arguments') return Dto;
  class Outer {
    declare inner: unknown;
  }
  ValidateNested({ each: form === 'list' })(Outer.prototype, 'inner');
  Type(() => Dto)(Outer.prototype, 'inner');
  IsDefined()(Outer.prototype, 'inner');
  if (form === 'list') IsArray()(Outer.prototype, 'inner');
  return Outer;
}

/** The whole object: without the property, the value is absent. */
function objectOf(form: Sample['form'], value: unknown): object {
  const dto = value === undefined ? { more: 1 } : { v: value, more: 1 };
  if (form === 'list') return { inner: [dto, dto] };
  return form === 'nested' ? { inner: dto } : dto;
}

/** Each rule, some pairs and some triples, in one of the forms of an argument each. */
function createSamples(): readonly Sample[] {
  const rule = fc.constantFrom(...RULES);
  const pairs = fc.sample(fc.tuple(rule, rule), { seed: SEED, numRuns: PAIRS });
  const triples = fc.sample(fc.tuple(rule, rule, rule), { seed: SEED, numRuns: TRIPLES });
  return [...RULES.map((one) => [one]), ...pairs, ...triples].map((rules, at) => {
    const form = FORMS[at % FORMS.length] ?? 'argument';
    const name = `${rules.map(([text]) => text).join(' + ')} (${form})`;
    const values = fc.sample(ANYTHING, { seed: SEED + at, numRuns: VALUES });
    return { name, form, rules, values: [undefined, ...values] };
  });
}

/** What a method received, with the class of each object. */
function describeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeValue);
  if (typeof value !== 'object' || value === null) return value ?? null;
  // The library makes plain objects without a prototype.
  const prototype = Object.getPrototypeOf(value) as {
    readonly constructor?: { readonly name: string };
  } | null;
  const type = prototype?.constructor?.name ?? 'Object';
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return [type, Object.fromEntries(entries.map(([key, inner]) => [key, describeValue(inner)]))];
}

/** The same values in plain objects, without what is absent. JSON would lose the sign of -0. */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, toPlain(inner)]));
}

let received: unknown;

/** A controller with one route for each class. */
function createController(samples: readonly Sample[], types: readonly (new () => object)[]) {
  class Controller {}
  const methods: object = Controller.prototype;
  for (const [at, { form }] of samples.entries()) {
    const name = `take${at}`;
    Object.defineProperty(methods, name, {
      configurable: true,
      writable: true,
      value: (dto: unknown) => void (received = dto),
    });
    Param({ name: 'dto', type: types[at] ?? Object })(methods, name, 0);
    if (form === 'arguments' || form === 'list') Arguments()(methods, name, 0);
    const descriptor = Object.getOwnPropertyDescriptor(methods, name) ?? {};
    const path = `/${at}`;
    // The type of a path that only run time knows.
    RestRoute(path as '', HttpMethod.Post, new PublicAccess())(methods, name, descriptor);
  }
  RestController('v1')(Controller);
  return Controller;
}

interface Outcome {
  readonly name: string;
  readonly value: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
  readonly expected: unknown;
}

async function compareSamples(samples: readonly Sample[]): Promise<readonly Outcome[]> {
  const types = samples.map(createClass);
  @Module({
    imports: [RestModule.forRoot({ namespace: 'acme' })],
    providers: [createController(samples, types)],
  })
  class AppModule {}
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const dispatcher = app.get(RestDispatcher);
  const outcomes: Outcome[] = [];
  for (const [at, { name, form, values }] of samples.entries()) {
    const expectedType = types[at] ?? Object;
    const pipe = new ValidationPipe({ transform: true, whitelist: true, expectedType });
    const throughPipe = (object: unknown): Promise<unknown> =>
      pipe
        .transform(structuredClone(object), { type: 'body' })
        .then(describeValue, () => 'rejected');
    const isWhole = form === 'arguments' || form === 'list';
    for (const value of values) {
      const object = objectOf(form, value);
      received = undefined;
      const { status } = await dispatcher.request({
        method: HttpMethod.Post,
        path: `/acme/v1/${at}`,
        body: structuredClone(isWhole ? object : { dto: object }),
      });
      const ours = status === 204 ? describeValue(received) : 'rejected';
      const theirs = await throughPipe(object);
      // A text that was converted: what the method received is what the pipe makes of it.
      const isConverted = theirs === 'rejected' && ours !== 'rejected';
      const expected = isConverted ? await throughPipe(toPlain(received)) : theirs;
      outcomes.push({ name, value, ours, theirs, expected });
    }
  }
  await app.close();
  return outcomes;
}

test('ValidationPipe and routes accept the same values and make the same instances', async () => {
  vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const { validationMetadatas } = getMetadataStorage() as unknown as {
    readonly validationMetadatas: Map<unknown, unknown>;
  };
  const before = new Set(validationMetadatas.keys());
  const samples = createSamples();
  let compared = 0;
  let accepted = 0;
  const differences: Outcome[] = [];
  for (let start = 0; start < samples.length; start += CLASSES) {
    const outcomes = await compareSamples(samples.slice(start, start + CLASSES));
    compared += outcomes.length;
    accepted += outcomes.filter(({ theirs }) => theirs !== 'rejected').length;
    differences.push(...outcomes.filter((one) => !isDeepStrictEqual(one.ours, one.expected)));
    for (const type of validationMetadatas.keys())
      if (!before.has(type)) validationMetadatas.delete(type);
  }
  vi.restoreAllMocks();
  expect(differences.slice(0, 5)).toEqual([]);
  expect(compared).toBe(samples.length * (VALUES + 1));
  expect(accepted).toBeGreaterThan(compared / 20);
});
