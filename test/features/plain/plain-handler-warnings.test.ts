import {
  Controller,
  Get,
  Post,
  UseGuards,
  type CanActivate,
  type ModuleMetadata,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  Capability,
  HttpMethod,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';
import { expect, test } from 'vitest';
import { startRoutes, type RoutesOptions } from '../../support/application.js';

type Controllers = NonNullable<ModuleMetadata['controllers']>;

class OwnGuard extends PermissionGuard {}
class OtherGuard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}

@Controller('cats')
@UseGuards(PermissionGuard)
class CatsController {
  @Get()
  list() {}

  @Post()
  @RequirePermission(new PublicAccess())
  create() {}

  noHandler() {}
}

@Controller('dogs')
class DogsController {
  @Get()
  @UseGuards(OwnGuard)
  list() {}

  @Post()
  @UseGuards(OtherGuard)
  create() {}
}

@RestController('v1', '/birds')
class BirdsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {}
}

/** The warnings of a start. */
async function warningsOf(
  controllers: Controllers,
  providers: NonNullable<ModuleMetadata['providers']> = [],
  configure?: RoutesOptions['configure'],
): Promise<string[]> {
  const warnings: string[] = [];
  const nothing = () => undefined;
  const logger = { log: nothing, error: nothing, warn: (text: string) => warnings.push(text) };
  const app = await startRoutes([BirdsController, ...providers], {
    adapter: 'express',
    controllers,
    create: { logger },
    ...(configure === undefined ? {} : { configure }),
  });
  await app.close();
  return warnings;
}

test('one warning lists the handlers under the guard that have no permission', async () => {
  expect(await warningsOf([CatsController, DogsController])).toEqual([
    expect.stringMatching(
      /RR1040: .+ \(CatsController\.list\)\. Expected @RequirePermission .+; received neither\. .+everyone gets 403.+\nRR1040: .+ \(DogsController\.list\)/,
    ),
  ]);
});

test('a controller whose handlers all have a permission causes no warning', async () => {
  @Controller('birds')
  @UseGuards(PermissionGuard)
  class OpenController {
    @Get()
    @RequirePermission(new PublicAccess())
    list() {}
  }
  expect(await warningsOf([OpenController])).toEqual([]);
});

test('the guard of the whole application counts, however it is registered', async () => {
  const [byToken] = await warningsOf(
    [DogsController],
    [{ provide: APP_GUARD, useClass: PermissionGuard }],
  );
  const [byInstance] = await warningsOf([DogsController], [], (app) => {
    app.useGlobalGuards(app.get(PermissionGuard));
  });
  expect(byToken).toContain('DogsController.create');
  expect(byInstance).toBe(byToken);
});

test('a permission that no guard checks causes a warning', async () => {
  @Controller('plain')
  class PlainController {
    @Get()
    @RequirePermission(new Capability('edit'))
    list() {}
  }
  expect(await warningsOf([PlainController])).toEqual([
    expect.stringMatching(/RR1043: .+ \(PlainController\.list\)\./),
  ]);
  expect(
    await warningsOf([PlainController], [{ provide: APP_GUARD, useClass: PermissionGuard }]),
  ).toEqual([]);
});

test('handlers without the guard and routes of the library cause no warning', async () => {
  @Controller('plain')
  class PlainController {
    @Get()
    list() {}
  }
  expect(await warningsOf([PlainController])).toEqual([]);
});
