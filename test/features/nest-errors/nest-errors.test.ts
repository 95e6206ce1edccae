import {
  BadRequestException,
  Body,
  Catch,
  ConflictException,
  Controller,
  Get,
  HttpCode,
  HttpException,
  HttpStatus,
  Post,
  Query,
  UnprocessableEntityException,
  UseGuards,
  ValidationPipe,
  type ArgumentsHost,
  type ExceptionFilter,
  type Provider,
  type ValidationError,
} from '@nestjs/common';
import { APP_FILTER, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsArray, IsEmail, IsString, Length, ValidateNested } from 'class-validator';
import { AcceptLanguageResolver, I18nContext, I18nModule } from 'nestjs-i18n';
import { join } from 'node:path';
import {
  Arguments,
  Capability,
  HttpMethod,
  InvalidArgument,
  Param,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestController,
  RestException,
  RestRoute,
  type int,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes, type TestApplication } from '../../support/application.js';

const OPEN = new PublicAccess();

class LineDto {
  @IsString() @Length(2, 20) sku!: string;
}

class OrderDto {
  @IsEmail() @Length(8, 80) email!: string;
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => LineDto)
  lines!: LineDto[];
}

class NoGuard {
  canActivate() {
    return false;
  }
}

/** As the application had it. */
@Controller('plain')
class PlainController {
  @Post()
  create(@Body() dto: OrderDto) {
    return { email: dto.email };
  }
  @Get('guarded')
  @UseGuards(NoGuard)
  guarded() {}
  @Get('taken')
  taken() {
    throw new ConflictException({ reason: 'taken' });
  }
  @Get('failing')
  failing() {
    throw new Error('secret');
  }
  @Get('allowed')
  @UseGuards(PermissionGuard)
  @RequirePermission(new Capability('edit'))
  allowed() {}
  @Get('page')
  @HttpCode(200)
  page(@Query('page') page: string) {
    return { page };
  }
}

/** The same after it has moved in. */
@RestController('rest')
class RestTwin {
  @RestRoute('', HttpMethod.Post, OPEN)
  @HttpCode(201)
  create(@Arguments() dto: OrderDto) {
    return { email: dto.email };
  }
  @RestRoute('/guarded', HttpMethod.Get, OPEN)
  @UseGuards(NoGuard)
  guarded() {}
  @RestRoute('/taken', HttpMethod.Get, OPEN)
  taken() {
    throw new ConflictException({ reason: 'taken' });
  }
  @RestRoute('/failing', HttpMethod.Get, OPEN)
  failing() {
    throw new Error('secret');
  }
  @RestRoute('/allowed', HttpMethod.Get, new Capability('edit'))
  allowed() {}
  @RestRoute('/locked', HttpMethod.Get, OPEN)
  locked() {
    throw new RestException('item_locked', 'It is locked.', 409, { by: 'ada' });
  }
  @RestRoute('/page', HttpMethod.Get, OPEN)
  page(@Param({ minimum: 1 }) page: int) {
    if (page > 9) throw new InvalidArgument('page', 'must be less than or equal to 9');
    return { page };
  }
}

const REST: RestModuleOptions = { prefix: '', namespace: '', errors: 'nest', headers: 'neutral' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** What differs between the twins is their path. */
const withoutPath = (text: string) => text.replaceAll('/plain', '').replaceAll('/rest', '');

async function both(app: TestApplication, method: string, path: string, body?: string) {
  const send = (at: string) =>
    app.fetch(method, `${at}${path}`, body === undefined ? {} : { headers: JSON_TYPE, body });
  const [plain, rest] = [await send('/plain'), await send('/rest')];
  expect([rest.status, withoutPath(rest.text)]).toEqual([plain.status, withoutPath(plain.text)]);
  expect(rest.headers['content-type']).toBe(plain.headers['content-type']);
  return rest;
}

/** The requests whose errors are the same in each application. */
function testTwins(app: TestApplication): void {
  test.each([
    ['POST', '', '{}'],
    ['POST', '', '{"email":"a","lines":[]}'],
    ['POST', '', '{"email":"ada@example.com","lines":[{"sku":"ab"},{"sku":1}]}'],
    ['POST', '', '{"email":"ada@example.com","lines":[]}'],
    ['GET', '/guarded'],
    ['GET', '/taken'],
    ['GET', '/failing'],
    ['GET', '/nothing/here?q=1'],
    ['DELETE', ''],
  ])(
    '%s %s %s gets the same response from a route and from a plain handler',
    async (method, path, body?: string) => {
      await both(app, method, path, body);
    },
  );
}

describe.each(ADAPTERS)("errors: 'nest' on %s", (adapter) => {
  const app = useRoutes(
    [RestTwin, { provide: APP_PIPE, useValue: new ValidationPipe({ transform: true }) }],
    { adapter, rest: { ...REST, notFound: 'rest' }, controllers: [PlainController] },
  );
  testTwins(app);

  test('a permission denies as a guard of Nest does', async () => {
    const { body } = await both(app, 'GET', '/allowed');
    expect(body).toEqual({ message: 'Unauthorized', statusCode: 401 });
  });

  test('the texts of arguments are a list', async () => {
    for (const [query, message] of [
      ['', ['page should not be null or undefined']],
      ['?page=0', ['page must be greater than or equal to 1.']],
      ['?page=10', ['page must be less than or equal to 9.']],
    ] as const) {
      const { status, body } = await app.fetch('GET', `/rest/page${query}`);
      expect([status, body]).toMatchObject([400, { statusCode: 400, error: 'Bad Request' }]);
      expect(body).toEqual({ statusCode: 400, error: 'Bad Request', message });
    }
  });

  test('a RestException of the application keeps its code and its data beside them', async () => {
    expect((await app.fetch('GET', '/rest/locked')).body).toEqual({
      message: 'It is locked.',
      error: 'Conflict',
      statusCode: 409,
      code: 'item_locked',
      data: { by: 'ada' },
    });
  });

  test('malformed bodies and envelopes have the bodies of Nest too', async () => {
    const malformed = await app.fetch('POST', '/rest', { headers: JSON_TYPE, body: '{' });
    expect(malformed.body).toMatchObject({ statusCode: 400, error: 'Bad Request' });
    const enveloped = await app.fetch('GET', '/rest/page?_envelope');
    expect(enveloped.body).toMatchObject({ status: 400, body: { statusCode: 400 } });
  });
});

/** A wrapper with a code of its own. */
@Catch()
class WrapperFilter implements ExceptionFilter {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const status =
      exception instanceof HttpException ? exception.getStatus() : HttpStatus.INTERNAL_SERVER_ERROR;
    const response: unknown = exception instanceof HttpException ? exception.getResponse() : {};
    const name = exception instanceof Error ? exception.constructor.name : '';
    const body = { success: false, code: status * 100, name, response };
    this.adapterHost.httpAdapter.reply(host.switchToHttp().getResponse(), body, status);
  }
}
Reflect.defineMetadata('design:paramtypes', [HttpAdapterHost], WrapperFilter);

/** `{ status, errors }`, with 422 for arguments. */
@Catch(HttpException)
class StatusFilter implements ExceptionFilter {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  catch(exception: HttpException, host: ArgumentsHost): void {
    const status = exception.getStatus();
    const { errors = { message: exception.message } } = exception.getResponse() as {
      errors?: object;
    };
    const body = { status, errors };
    this.adapterHost.httpAdapter.reply(host.switchToHttp().getResponse(), body, status);
  }
}
Reflect.defineMetadata('design:paramtypes', [HttpAdapterHost], StatusFilter);

const byProperty = (errors: ValidationError[]): object =>
  Object.fromEntries(
    errors.map(({ property, constraints, children = [] }) => [
      property,
      children.length > 0 ? byProperty(children) : Object.values(constraints ?? {}).join(', '),
    ]),
  );

/** Texts in the language of the client, for what ValidationPipe rejects. */
@Catch(BadRequestException)
class TranslatingFilter implements ExceptionFilter {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  catch(exception: BadRequestException, host: ArgumentsHost): void {
    const { message } = exception.getResponse() as { message: string | string[] };
    const names = [message].flat().map((one) => one.split(' ')[0]);
    const text = I18nContext.current(host)?.t('rest.rest_invalid_param_reason', {
      args: { reason: names },
    });
    const body = { statusCode: 400, text };
    this.adapterHost.httpAdapter.reply(host.switchToHttp().getResponse(), body, 400);
  }
}
Reflect.defineMetadata('design:paramtypes', [HttpAdapterHost], TranslatingFilter);

const pipe = (options = {}): Provider => ({
  provide: APP_PIPE,
  useValue: new ValidationPipe({ transform: true, whitelist: true, ...options }),
});

describe.each(ADAPTERS)('a filter that wraps all errors on %s', (adapter) => {
  const app = useRoutes([RestTwin, pipe(), { provide: APP_FILTER, useClass: WrapperFilter }], {
    adapter,
    rest: { ...REST, notFound: 'rest' },
    controllers: [PlainController],
  });
  testTwins(app);

  test('gets the errors of the library as exceptions of Nest', async () => {
    expect((await app.fetch('GET', '/rest/page?page=0')).body).toEqual({
      success: false,
      code: 40000,
      name: 'BadRequestException',
      response: {
        message: ['page must be greater than or equal to 1.'],
        error: 'Bad Request',
        statusCode: 400,
      },
    });
    expect((await app.fetch('GET', '/rest/allowed')).body).toMatchObject({
      name: 'UnauthorizedException',
    });
  });
});

describe.each(ADAPTERS)('a filter and an exceptionFactory with a 422 on %s', (adapter) => {
  const exceptionFactory = (errors: ValidationError[]) =>
    new UnprocessableEntityException({ status: 422, errors: byProperty(errors) });
  const app = useRoutes(
    [RestTwin, pipe({ exceptionFactory }), { provide: APP_FILTER, useClass: StatusFilter }],
    { adapter, rest: { ...REST, notFound: 'rest' }, controllers: [PlainController] },
  );
  testTwins(app);

  test('respond to the arguments of routes', async () => {
    const { status, body } = await app.fetch('GET', '/rest/page?page=0');
    expect([status, body]).toEqual([
      422,
      { status: 422, errors: { page: 'page must be greater than or equal to 1.' } },
    ]);
  });
});

describe.each(ADAPTERS)('a filter with translated texts on %s', (adapter) => {
  const app = useRoutes([RestTwin, pipe(), { provide: APP_FILTER, useClass: TranslatingFilter }], {
    adapter,
    rest: { ...REST, notFound: 'rest' },
    controllers: [PlainController],
    imports: [
      I18nModule.forRoot({
        fallbackLanguage: 'en',
        loaderOptions: { path: join(import.meta.dirname, '../../house/recipes/i18n') },
        resolvers: [AcceptLanguageResolver],
        logging: false,
      }),
    ],
  });
  testTwins(app);

  test('responds to the arguments of routes', async () => {
    const headers = { 'accept-language': 'de' };
    const { status, body } = await app.fetch('GET', '/rest/page?page=0', { headers });
    expect([status, body]).toEqual([400, { statusCode: 400, text: 'Ungültig: page.' }]);
  });
});

describe.each(ADAPTERS)('status and format of the ValidationPipe on %s', (adapter) => {
  const app = useRoutes([RestTwin, pipe({ errorHttpStatusCode: 422, errorFormat: 'grouped' })], {
    adapter,
    rest: { ...REST, notFound: 'rest' },
    controllers: [PlainController],
  });
  testTwins(app);
});

interface Line {
  readonly sku: string;
}

interface Order {
  readonly email: string;
  readonly lines: readonly Line[];
}

@RestController('interfaces')
class InterfaceTwin {
  @RestRoute('', HttpMethod.Post, OPEN)
  create(@Arguments() order: Order) {
    return order;
  }

  @RestRoute('/nested', HttpMethod.Post, OPEN)
  nested(order: { readonly address: { readonly city: string } }) {
    return order;
  }
}

describe.each(ADAPTERS)('a property that an interface does not have on %s', (adapter) => {
  const app = useRoutes([InterfaceTwin, pipe({ whitelist: true, forbidNonWhitelisted: true })], {
    adapter,
    rest: { ...REST, notFound: 'rest', unknownArguments: 'refuse' },
    controllers: [PlainController],
  });
  const errorOf = async (path: string, body: string) =>
    (await app.fetch('POST', path, { headers: JSON_TYPE, body })).body;

  test.each([
    '{"email":"ada@example.com","lines":[{"sku":"ab","more":1}]}',
    '{"email":"ada@example.com","lines":[],"more":1}',
  ])('is named as a plain handler names it: %s', async (body) => {
    const plain = await errorOf('/plain', body);
    expect(plain).toMatchObject({ statusCode: 400 });
    expect(await errorOf('/interfaces', body)).toEqual(plain);
  });

  test('has the path to its object before it', async () => {
    const body = '{"order":{"address":{"city":"Ulm","zip":"89073"}}}';
    expect(await errorOf('/interfaces/nested', body)).toMatchObject({
      message: ['order.address.property zip should not exist'],
    });
  });
});
