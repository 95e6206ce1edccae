import {
  BadRequestException,
  Body,
  Controller,
  Post,
  UseFilters,
  ValidationPipe,
  type INestApplication,
  type ValidationError,
} from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, ValidateBy, ValidateNested } from 'class-validator';
import {
  Arguments,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestExceptionFilter,
  RestRoute,
  ValueClass,
  type int,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { isBefore } from '../../support/nest-versions.js';
import { loudly } from '../../support/skip-loudly.js';
import { ADAPTERS, useRoutes, type TestApplication } from '../../support/application.js';

const OPEN = new PublicAccess();
const MANY = 4000;
const LISTED = 50;

/** How often the rule has run. */
let runs = 0;

const IsRejected = () =>
  ValidateBy({
    name: 'isRejected',
    validator: {
      validate: () => {
        runs++;
        return false;
      },
      defaultMessage: () => '$property is rejected',
    },
  });

@ValueClass()
class Line {
  @IsRejected() sku!: string;
}

@ValueClass()
class Order {
  @IsString() name!: string;
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];
}

class Shape {
  @IsString() kind!: string;
}

class Circle extends Shape {
  @IsOptional() @IsInt() radius?: number;
}

class Square extends Shape {
  @IsOptional() @IsInt() side?: number;
}

/** A discriminator makes its objects, so that class-validator decides on unknown properties. */
class Drawing {
  @ValidateNested()
  @Type(() => Shape as never, {
    keepDiscriminatorProperty: true,
    discriminator: {
      property: 'kind',
      subTypes: [
        { name: 'circle', value: Circle },
        { name: 'square', value: Square },
      ],
    },
  })
  shape!: Circle | Square;
}

@Controller('plain')
class PlainController {
  @Post()
  create(@Body() order: Order) {
    return order;
  }
  @Post('filtered')
  @UseFilters(RestExceptionFilter)
  filtered(@Body() order: Order) {
    return order;
  }
}

@RestController('v1', '/orders')
class OrdersController {
  @RestRoute('', HttpMethod.Post, OPEN, { batch: true })
  create(@Arguments() order: Order) {
    return order.name;
  }
  @RestRoute('/argument', HttpMethod.Post, OPEN)
  argument(@Param() order: Order) {
    return order.name;
  }
  @RestRoute('/lines', HttpMethod.Post, OPEN)
  lines(@ListOf(Line) lines: Line[]) {
    return lines.length;
  }
  @RestRoute('/map', HttpMethod.Post, OPEN)
  map(counts: Record<string, int>) {
    return counts;
  }
  @RestRoute('/union', HttpMethod.Post, OPEN)
  union(values: ({ id: int } | { name: string })[]) {
    return values;
  }
  @RestRoute('/named', HttpMethod.Post, OPEN)
  named(name = '') {
    return name;
  }
  @RestRoute('/closed', HttpMethod.Post, OPEN)
  closed(size: { width?: int }) {
    return size;
  }
  @RestRoute('/drawing', HttpMethod.Post, OPEN)
  drawing(@Arguments() drawing: Drawing) {
    return drawing;
  }
}

const times = <Made>(make: (index: number) => Made): Made[] =>
  Array.from({ length: MANY }, (_, index) => make(index));
const named = (value: unknown) => Object.fromEntries(times((index) => [`k${index}`, value]));
const ORDER = { name: 'a', lines: times(() => ({ sku: 'a' })) };

/** A body, and the names of the errors that are listed. */
const KINDS: readonly (readonly [
  what: string,
  path: string,
  body: object,
  name: (index: number) => string,
])[] = [
  ['items of a DTO', '', ORDER, (index) => `lines[${index}].sku`],
  [
    'items of a DTO that is an argument',
    '/argument',
    { order: ORDER },
    (index) => `order.lines[${index}].sku`,
  ],
  ['value classes in a list', '/lines', { lines: ORDER.lines }, (index) => `lines[${index}].sku`],
  ['unknown arguments', '/named', named('x'), (index) => `k${index}`],
  [
    'unknown properties of a DTO',
    '/drawing',
    { shape: { kind: 'circle', ...named('x') } },
    (index) => `shape.k${index}`,
  ],
];

/** Kinds of which a schema names the first error only. */
const FIRST: readonly (readonly [what: string, path: string, body: object])[] = [
  ['values of a map', '/map', { counts: named('x') }],
  ['values of a union', '/union', { values: times(() => ({ other: 1 })) }],
  ['unknown properties', '/closed', { size: named(1) }],
];

interface Listed {
  readonly message: string;
  readonly total?: number;
  readonly params: object;
  readonly details: object;
}

/** The calls of the `exceptionFactory` of the application. */
const made: (readonly ValidationError[])[] = [];

const withPipe = (nest: INestApplication): void =>
  void nest.useGlobalPipes(
    new ValidationPipe({
      exceptionFactory: (errors) => {
        made.push(errors);
        return new BadRequestException(errors.map(({ property }) => property));
      },
    }),
  );

describe.each(ADAPTERS)('the errors of a request on %s', (adapter) => {
  const start = (rest: RestModuleOptions, configure?: (nest: INestApplication) => void) =>
    useRoutes([OrdersController], {
      adapter,
      bodyLimit: 3_000_000,
      controllers: [PlainController],
      rest: { unknownArguments: 'refuse', batch: true, ...rest },
      ...(configure && { configure }),
    });
  const post = (app: TestApplication, path: string, body: object) =>
    app.fetch('POST', path.startsWith('/plain') ? path : `/api/acme/v1/orders${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const names = (name: (index: number) => string) => times((index) => name(index)).slice(0, LISTED);

  describe('in the format of WordPress, and as problems', () => {
    const wordpress = start({});
    const problem = start({ errors: 'problem' });

    test.each(KINDS)(
      'are the first 50 of %s, and their number',
      async (_what, path, body, name) => {
        const sent = await post(wordpress, path, body);
        const { code, message, data } = sent.body as {
          readonly code: string;
          readonly message: string;
          readonly data: Listed;
        };
        expect([sent.status, code, data.total]).toEqual([400, 'rest_invalid_param', MANY]);
        expect(Object.keys(data.params)).toEqual(names(name));
        expect(Object.keys(data.details)).toEqual(names(name));
        expect(message).toBe(`Invalid arguments: ${names(name).join(', ')}, and 3,950 more.`);
        const { detail, params, details, total } = (await post(problem, path, body))
          .body as Listed & {
          readonly detail: string;
        };
        expect({ detail, params, details, total }).toEqual({
          detail: message,
          params: data.params,
          details: data.details,
          total: MANY,
        });
      },
    );

    test.each(FIRST)('are the first one of %s', async (_what, path, body) => {
      const { data } = (await post(wordpress, path, body)).body as { readonly data: Listed };
      expect([Object.keys(data.params).length, data.total]).toEqual([1, undefined]);
    });

    test('have no number if all of them are listed', async () => {
      const few = await post(wordpress, '', { ...ORDER, lines: ORDER.lines.slice(0, LISTED) });
      const { data } = few.body as { readonly data: Listed };
      expect([Object.keys(data.params).length, data.total]).toEqual([LISTED, undefined]);
      const more = await post(wordpress, '', { ...ORDER, lines: ORDER.lines.slice(0, 51) });
      const { message, data: counted } = more.body as { message: string; data: Listed };
      expect([message.endsWith(', and 1 more.'), counted.total]).toEqual([true, 51]);
    });

    test('are those of each value once, and each value is validated once', async () => {
      for (const [path, body] of [
        ['', ORDER],
        ['/argument', { order: ORDER }],
      ] as const) {
        runs = 0;
        await post(wordpress, path, body);
        expect([path, runs]).toEqual([path, MANY]);
      }
    });

    test('count the unknown names of a form', async () => {
      const form = times((index) => `k${index}=x`).slice(0, 900);
      const sent = await wordpress.fetch('POST', '/api/acme/v1/orders/named', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.join('&'),
      });
      const { data } = sent.body as { readonly data: Listed };
      expect([Object.keys(data.params).length, data.total]).toEqual([LISTED, 900]);
    });

    test('quote the beginning of a long name', async () => {
      const long = 'x'.repeat(100_000);
      for (const [path, body] of [
        ['/named', { [long]: 1 }],
        ['/map', { counts: { [long]: 'x' } }],
        ['/closed', { size: { [long]: 1 } }],
        ['/drawing', { shape: { kind: 'circle', [long]: 1 } }],
      ] as const) {
        const { status, text } = await post(wordpress, path, body);
        expect([path, status, text.length < 2000]).toEqual([path, 400, true]);
        expect(text).toContain(`${'x'.repeat(80)}…`);
      }
    });

    test('are listed for each request of a batch', async () => {
      const request = { path: '/acme/v1/orders', method: 'POST', body: ORDER };
      const sent = await wordpress.fetch('POST', '/api/batch/v1', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ requests: [request, request] }),
      });
      const { responses } = sent.body as { responses: { body: { data: Listed } }[] };
      expect(responses.map(({ body: { data } }) => data.total)).toEqual([MANY, MANY]);
      expect(sent.text.length).toBeLessThan(30_000);
    });
  });

  describe('of the pipe of a plain controller with RestExceptionFilter', () => {
    const app = start({}, (nest) => void nest.useGlobalPipes(new ValidationPipe()));

    test('are the first 50 of them, and their number', async () => {
      const { data } = (await post(app, '/plain/filtered', ORDER)).body as {
        readonly data: Listed & { readonly messages: readonly string[] };
      };
      const { params, messages, total } = data;
      expect([Object.keys(params).length, messages.length, total]).toEqual([LISTED, LISTED, MANY]);
    });
  });

  describe('with the exceptionFactory of the application', () => {
    const wordpress = start({}, withPipe);
    const nest = start({ errors: 'nest' }, withPipe);

    test('are worded by it only if they are listed', async () => {
      made.length = 0;
      await post(wordpress, '', ORDER);
      expect(made).toHaveLength(LISTED);
    });

    test('are passed to it at once, with the number of the others, as exceptions of Nest', async () => {
      made.length = 0;
      const { body } = await post(nest, '/lines', { lines: ORDER.lines });
      expect(made).toHaveLength(1);
      const [lines, others] = made[0] ?? [];
      expect(lines?.children).toHaveLength(LISTED);
      expect(others).toEqual({
        property: '...',
        constraints: { omitted: 'and 3,950 more errors.' },
        children: [],
      });
      expect(body).toMatchObject({ message: ['lines', '...'] });
    });
  });

  describe('as exceptions of Nest', () => {
    const bare = start({ errors: 'nest' });
    const list = start(
      { errors: 'nest' },
      (nest) => void nest.useGlobalPipes(new ValidationPipe()),
    );
    const grouped = start(
      { errors: 'nest' },
      (nest) => void nest.useGlobalPipes(new ValidationPipe({ errorFormat: 'grouped' })),
    );
    const worded = start({
      errors: 'nest',
      messages: (code, { total }) =>
        code === 'rest_more_errors' ? `insgesamt ${String(total)}` : undefined,
    });

    test('are the first 50 texts of a plain controller, and a text with the number of the others', async () => {
      const plain = await post(list, '/plain', ORDER);
      const { message: all } = plain.body as { message: string[] };
      expect(all).toHaveLength(MANY);
      for (const app of [bare, list]) {
        const { body } = await post(app, '', ORDER);
        expect(body).toEqual({
          message: [...all.slice(0, LISTED), 'and 3,950 more errors.'],
          error: 'Bad Request',
          statusCode: 400,
        });
      }
    });

    const why = 'the ValidationPipe of Nest 11 has no errorFormat';
    test.skipIf(loudly(isBefore('common', [12, 0]), 'grouped errors', why))(
      'have the number of the others under the name that Nest gives omitted errors, if they are grouped',
      async () => {
        const { message } = (await post(grouped, '', ORDER)).body as { message: object };
        expect(Object.keys(message)).toHaveLength(LISTED + 1);
        expect(message).toMatchObject({ '...': ['and 3,950 more errors.'] });
      },
    );

    test('have a number that the application words', async () => {
      const { message } = (await post(worded, '', ORDER)).body as { message: string[] };
      expect(message.at(-1)).toBe('insgesamt 4000');
    });
  });
});
