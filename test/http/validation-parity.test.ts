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

/** `PROPERTY_SEED=1 RUNS=600` repeat a run or make it longer: 600 runs try all pairs of rules. */
const seed = Number(process.env['PROPERTY_SEED']);
const runs = Number(process.env['RUNS'] ?? 60);

/** How many values each class gets. */
const VALUES = 16;

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

const LISTS = fc.array(fc.constantFrom(...SINGLE), { maxLength: 4 });
const ANYTHING = fc.oneof(
  { arbitrary: fc.constantFrom(...SINGLE, ...NESTED), weight: 8 },
  { arbitrary: LISTS, weight: 3 },
  { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
);

const FORMS = ['argument', 'arguments', 'nested', 'list'] as const;

interface Sample {
  readonly name: string;
  readonly form: (typeof FORMS)[number];
  /** What a request has, and what a pipe gets. */
  readonly type: new () => object;
  readonly values: readonly unknown[];
}

function createSample(rules: readonly Rule[], form: Sample['form'], values: unknown[]): Sample {
  class Dto {
    declare v: unknown;
  }
  for (const [, decorate] of rules) decorate(Dto.prototype, 'v');
  class Outer {
    declare inner: unknown;
  }
  ValidateNested({ each: form === 'list' })(Outer.prototype, 'inner');
  Type(() => Dto)(Outer.prototype, 'inner');
  IsDefined()(Outer.prototype, 'inner');
  if (form === 'list') IsArray()(Outer.prototype, 'inner');
  const name = `${rules.map(([text]) => text).join(' + ')} (${form})`;
  return { name, form, type: form === 'nested' || form === 'list' ? Outer : Dto, values };
}

/** The whole object: without the property, the value is absent. */
function objectOf(form: Sample['form'], value: unknown): object {
  const dto = value === undefined ? { more: 1 } : { v: value, more: 1 };
  if (form === 'list') return { inner: [dto, dto] };
  return form === 'nested' ? { inner: dto } : dto;
}

/** Each rule, and some pairs and triples of them, in one of the forms of an argument each. */
function sampleClasses(): readonly Sample[] {
  const draw = <T>(arbitrary: fc.Arbitrary<T>, count: number, of: number): T[] =>
    fc.sample(arbitrary, { seed: seed + of, numRuns: count });
  const singles = RULES.map((rule) => [rule]);
  const pairs = RULES.flatMap((one, at) => RULES.slice(at + 1).map((other) => [one, other]));
  const rule = fc.constantFrom(...RULES);
  const count = Math.min(runs * 2, pairs.length);
  const chosen = fc.shuffledSubarray(pairs, { minLength: count, maxLength: count });
  const triples = draw(fc.tuple(rule, rule, rule), runs, 2);
  const all = [...singles, ...draw(chosen, 1, 1).flat(), ...triples];
  return all.map((rules, at) => {
    const form = FORMS[(seed + at) % FORMS.length] ?? 'argument';
    return createSample(rules, form, [undefined, ...draw(ANYTHING, VALUES, at)]);
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

let received: unknown;

/** A controller with one route for each class. */
function controllerOf(samples: readonly Sample[]): new () => object {
  class Controller {}
  const methods: object = Controller.prototype;
  for (const [at, { form, type }] of samples.entries()) {
    const name = `take${at}`;
    Object.defineProperty(methods, name, {
      configurable: true,
      writable: true,
      value: (dto: unknown) => void (received = dto),
    });
    Param({ name: 'dto', type })(methods, name, 0);
    if (form === 'arguments' || form === 'list') Arguments()(methods, name, 0);
    const descriptor = Object.getOwnPropertyDescriptor(methods, name) ?? {};
    const path = `/${at}`;
    // The type of a path that only run time knows.
    RestRoute(path as '', HttpMethod.Post, new PublicAccess())(methods, name, descriptor);
  }
  RestController('v1')(Controller);
  return Controller;
}

test(`ValidationPipe and routes accept the same values and make the same instances (seed ${seed})`, async () => {
  vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const samples = sampleClasses();
  @Module({
    imports: [RestModule.forRoot({ namespace: 'acme' })],
    providers: [controllerOf(samples)],
  })
  class AppModule {}
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const dispatcher = app.get(RestDispatcher);
  const differences: unknown[] = [];
  let accepted = 0;
  let compared = 0;
  for (const [at, { name, form, type, values }] of samples.entries()) {
    const pipe = new ValidationPipe({ transform: true, whitelist: true, expectedType: type });
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
      const expected = isConverted
        ? await throughPipe(JSON.parse(JSON.stringify(received)) as unknown)
        : theirs;
      compared++;
      accepted += theirs === 'rejected' ? 0 : 1;
      if (!isDeepStrictEqual(ours, expected)) differences.push({ name, value, ours, expected });
    }
  }
  await app.close();
  vi.restoreAllMocks();
  expect(differences.slice(0, 5)).toEqual([]);
  expect(accepted).toBeGreaterThan(compared / 20);
});
