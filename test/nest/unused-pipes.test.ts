import {
  Body,
  Controller,
  createParamDecorator,
  Injectable,
  Post,
  Req,
  Scope,
  UsePipes,
  ValidationPipe,
  type INestApplication,
  type PipeTransform,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { IsString, MinLength } from 'class-validator';
import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type RoutesOptions,
  type TestApplication,
} from '../support/application.js';

const OPEN = new PublicAccess();
const JSON_TYPE = { 'content-type': 'application/json' };

@Injectable()
class TrimPipe implements PipeTransform {
  transform(value: unknown): unknown {
    return typeof value === 'object' && value !== null ? trimmed(value) : trim(value);
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedPipe extends TrimPipe {}

/** As applications extend it: for another error, or for another value. */
class OwnErrorsPipe extends ValidationPipe {
  protected override isPrimitive(value: unknown): boolean {
    return super.isPrimitive(value);
  }
}
class TrimmingPipe extends ValidationPipe {
  override transform(value: unknown, metadata: never): Promise<unknown> {
    return super.transform(trimmed(value as object), metadata);
  }
}
class CreatePipe extends ValidationPipe {
  constructor() {
    super({ groups: ['create'] });
  }
}

function trim(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
function trimmed(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, trim(one)]));
}

const Caller = createParamDecorator(() => ' ada ');

@ValueClass()
class Draft {
  @IsString() @MinLength(2, { groups: ['create'] }) title!: string;
}

@Controller('plain')
@UsePipes(TrimPipe)
class PlainController {
  @Post()
  create(@Body() { title }: Draft) {
    return { title };
  }
}

@RestController('v1', '/drafts')
class DraftsController {
  @RestRoute('', HttpMethod.Post, OPEN)
  @RestRoute('/again', HttpMethod.Post, OPEN)
  @UsePipes(TrimPipe)
  create(title: string) {
    return { title };
  }

  @RestRoute('/all', HttpMethod.Post, OPEN)
  @UsePipes(new TrimPipe(), new ValidationPipe({ groups: ['create'] }), CreatePipe)
  all(@Arguments() { title }: Draft) {
    return { title };
  }

  @RestRoute('/request', HttpMethod.Post, OPEN)
  @UsePipes(ScopedPipe)
  request(title: string, @Req() _request: unknown) {
    return { title };
  }
}

@RestController('v1', '/notes')
@UsePipes(TrimPipe)
class NotesController {
  @RestRoute('', HttpMethod.Post, OPEN)
  create(title: string) {
    return { title };
  }

  @RestRoute('/body', HttpMethod.Post, OPEN)
  body(title: string, @Body() { title: trimmedTitle }: Draft) {
    return { title, trimmedTitle };
  }

  @RestRoute('/caller', HttpMethod.Post, OPEN)
  caller(title: string, @Caller() caller: string) {
    return { title, caller };
  }

  @RestRoute('/nothing', HttpMethod.Post, OPEN)
  nothing() {}
}

/** A method with arguments and no pipe of its own. */
@RestController('v1', '/pages')
class PagesController {
  @RestRoute('', HttpMethod.Post, OPEN)
  create(@Arguments() { title }: Draft) {
    return { title };
  }

  @RestRoute('/search', HttpMethod.Get, OPEN)
  search(title: string) {
    return { title };
  }
}

/** Only methods on which pipes run. */
@RestController('v1', '/bodies')
class BodiesController {
  @RestRoute('', HttpMethod.Post, OPEN)
  create(title: string, @Body() body: Draft) {
    return { title, body };
  }
}

const EXPECTED =
  'Expected pipes for parameters with @Body() or another decorator of Nest; received';

describe.each(ADAPTERS)('a pipe that does nothing on %s', (adapter) => {
  test('runs on a plain controller and not on arguments, as the warning says', async () => {
    const { app, found } = await started([NotesController], adapter, {
      controllers: [PlainController],
    });
    const send = async (path: string) =>
      (await app.fetch('POST', path, { headers: JSON_TYPE, body: '{"title":" Dune "}' })).body;
    expect(await send('/plain')).toEqual({ title: 'Dune' });
    expect(await send('/api/acme/v1/notes')).toEqual({ title: ' Dune ' });
    expect(await send('/api/acme/v1/notes/body')).toEqual({
      title: ' Dune ',
      trimmedTitle: 'Dune',
    });
    expect(await send('/api/acme/v1/notes/caller')).toEqual({ title: ' Dune ', caller: 'ada' });
    expect(found).toEqual([`(NotesController.create). ${EXPECTED} TrimPipe for arguments.`]);
    await app.close();
  });

  test('is named once for each method, of a class or a method, however it is listed', async () => {
    expect(await foundAt([DraftsController], adapter)).toEqual([
      `(DraftsController.create). ${EXPECTED} TrimPipe for arguments.`,
      `(DraftsController.all). ${EXPECTED} TrimPipe for arguments.`,
      `(DraftsController.all). ${EXPECTED} ValidationPipe with groups for arguments.`,
      `(DraftsController.all). ${EXPECTED} CreatePipe with groups for arguments.`,
      `(DraftsController.request). ${EXPECTED} ScopedPipe for arguments.`,
    ]);
  });

  test.each([
    ['useGlobalPipes', [], new TrimPipe()],
    ['APP_PIPE', [{ provide: APP_PIPE, useClass: TrimPipe }], undefined],
    ['APP_PIPE with a scope', [{ provide: APP_PIPE, useClass: ScopedPipe }], undefined],
  ])('is named once for the application by %s', async (_by, providers, pipe) => {
    const name = providers[0]?.useClass.name ?? 'TrimPipe';
    expect(
      await foundAt([PagesController, BodiesController, ...providers], adapter, use(pipe)),
    ).toEqual([
      `(${name}). ${EXPECTED} ${name} for arguments of PagesController.create and 1 more.`,
    ]);
    expect(await foundAt([BodiesController, ...providers], adapter, use(pipe))).toEqual([]);
  });

  test.each<ValidationPipeOptions>([
    {},
    { transform: true, whitelist: true },
    { transform: true, transformOptions: { enableImplicitConversion: true } },
    { stopAtFirstError: true, disableErrorMessages: true, errorHttpStatusCode: 422 },
    { groups: [], transformOptions: { exposeDefaultValues: true, exposeUnsetFields: true } },
  ])('is not the ValidationPipe of an application with %j', async (options) => {
    expect(await foundAt([PagesController], adapter, use(new ValidationPipe(options)))).toEqual([]);
    expect(await foundAt([PagesController], adapter, use(new OwnErrorsPipe(options)))).toEqual([]);
    const provider = { provide: APP_PIPE, useValue: new ValidationPipe(options) };
    expect(await foundAt([PagesController, provider], adapter)).toEqual([]);
  });

  test.each<[ValidationPipeOptions, string]>([
    [{ groups: ['create'] }, 'groups'],
    [{ skipMissingProperties: true, always: true }, 'always, skipMissingProperties'],
    [{ whitelist: true, forbidNonWhitelisted: true }, 'forbidNonWhitelisted'],
    [{ expectedType: Draft }, 'expectedType'],
    [
      { transformOptions: { groups: ['create'], exposeUnsetFields: false } },
      'transformOptions.groups, transformOptions.exposeUnsetFields',
    ],
  ])('is a ValidationPipe with %j, which the library does not apply', async (options, named) => {
    const found = await foundAt([PagesController], adapter, use(new ValidationPipe(options)));
    expect(found).toEqual([
      `(ValidationPipe). ${EXPECTED} ValidationPipe with ${named} for arguments of PagesController.create and 1 more.`,
    ]);
  });

  test('is not one whose forbidNonWhitelisted the library applies', async () => {
    const pipe = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true });
    const more = { ...use(pipe), rest: { unknownArguments: 'refuse' } satisfies RestModuleOptions };
    expect(await foundAt([PagesController], adapter, more)).toEqual([]);
  });

  test('is a ValidationPipe that changes values itself', async () => {
    const found = await foundAt([PagesController], adapter, use(new TrimmingPipe()));
    expect(found).toEqual([
      `(TrimmingPipe). ${EXPECTED} TrimmingPipe for arguments of PagesController.create and 1 more.`,
    ]);
  });
});

function use(pipe: PipeTransform | undefined): Pick<RoutesOptions, 'configure'> {
  if (pipe === undefined) return {};
  return { configure: (app: INestApplication) => void app.useGlobalPipes(pipe) };
}

type More = Omit<RoutesOptions, 'adapter' | 'create'>;

async function foundAt(
  providers: Parameters<typeof startRoutes>[0],
  adapter: AdapterName,
  more: More = {},
): Promise<readonly string[]> {
  const { app, found } = await started(providers, adapter, more);
  await app.close();
  return found;
}

/** The places and reasons of the warnings about pipes. */
async function started(
  providers: Parameters<typeof startRoutes>[0],
  adapter: AdapterName,
  more: More,
): Promise<{ readonly app: TestApplication; readonly found: readonly string[] }> {
  const warnings: string[] = [];
  const nothing = () => undefined;
  const logger = { log: nothing, error: nothing, warn: (text: string) => warnings.push(text) };
  const app = await startRoutes(providers, { adapter, ...more, create: { logger } });
  const found = warnings
    .flatMap((text) => text.split('\n'))
    .flatMap(
      (line) => /^RR1068: .*? (\(.*\.) The library validates arguments/.exec(line)?.[1] ?? [],
    );
  return { app, found };
}
