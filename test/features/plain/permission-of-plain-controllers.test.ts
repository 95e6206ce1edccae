import {
  applyDecorators,
  Controller,
  Get,
  UseGuards,
  type ModuleMetadata,
  type Type,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  Capability,
  DeclarationException,
  HttpMethod,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type AdapterName } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

/** The usual decorator of an application that began with plain controllers. */
const AdminOnly = () =>
  applyDecorators(RequirePermission(new Capability('admin')), UseGuards(PermissionGuard));

@Controller('plain')
class PlainController {
  @Get(':id')
  @AdminOnly()
  one() {
    return 'plain';
  }
}

@RestController('v1', '/method')
class MethodController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  @AdminOnly()
  one(id: int) {
    return id;
  }
}

@RestController('v1', '/class')
@AdminOnly()
class ClassController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return id;
  }
}

@AdminOnly()
abstract class AdminController {}

@RestController('v1', '/base')
class DerivedController extends AdminController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return id;
  }
}

/** The same permission twice: the next one who reads it changes only one of them. */
@RestController('v1', '/same')
class SameController {
  @RestRoute('/{id}', HttpMethod.Get, new Capability('admin'))
  @AdminOnly()
  one(id: int) {
    return id;
  }
}

class OwnGuard extends PermissionGuard {}

/** The guards run on the routes of this class too, and leave the decision to the permission of each route. */
@RestController('v1', '/valid')
@UseGuards(PermissionGuard, OwnGuard)
class ValidController {
  @RestRoute('/{id}', HttpMethod.Get, new Capability('admin'))
  one(id: int) {
    return id;
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }
}

const GLOBAL = { provide: APP_GUARD, useClass: PermissionGuard };

describe.each(ADAPTERS)('@RequirePermission on %s', (adapter) => {
  test('a plain handler with a composed decorator is for its users only', async () => {
    const app = await startRoutes([], {
      adapter,
      rest: fixtureUser,
      controllers: [PlainController],
    });
    const statusOf = async (user?: number) =>
      (await app.fetch('GET', '/plain/7', { headers: signedAsUser(user) })).status;
    expect([await statusOf(), await statusOf(2), await statusOf(1)]).toEqual([401, 403, 200]);
    await app.close();
  });

  test.each([
    [MethodController, 'MethodController.one', 'the permission in @RestRoute', ''],
    [ClassController, 'ClassController', 'the permission in @RestController or @RestRoute', ''],
    [
      DerivedController,
      'DerivedController',
      'the permission in @RestController or @RestRoute',
      ' of AdminController',
    ],
    [SameController, 'SameController.one', 'the permission in @RestRoute', ''],
  ])('stops the start on routes, with the permission to write instead: %o', async (...each) => {
    const [controller, place, expected, base] = each;
    for (const listed of [
      { providers: [controller] },
      { controllers: [controller] },
      { providers: [controller, GLOBAL] },
    ]) {
      const message = await rejectionOf(listed, adapter);
      expect(message).toContain(
        `RR1066: a controller of routes has a permission that its routes do not check (${place}). ` +
          `Expected ${expected}; received @RequirePermission${base}. State the permission as the third argument of @RestRoute`,
      );
      expect(message.match(/RR\d{4}/g)).toEqual(['RR1066']);
    }
  });

  test.each([
    ['the class', []],
    ['the whole application', [GLOBAL]],
  ])('without it, PermissionGuard on %s leaves routes to their permissions', async (_of, more) => {
    const app = await startRoutes([ValidController, ...more], { adapter, rest: fixtureUser });
    const statusOf = async (path: string, user?: number) =>
      (await app.fetch('GET', `/api/acme/v1/valid${path}`, { headers: signedAsUser(user) })).status;
    expect([await statusOf('/7'), await statusOf('/7', 2), await statusOf('/7', 1)]).toEqual([
      401, 403, 200,
    ]);
    expect(await statusOf('')).toBe(200);
    await app.close();
  });
});

/** The text of the error with which an application does not start; empty if it starts. */
async function rejectionOf(
  {
    providers = [],
    controllers = [],
  }: Pick<ModuleMetadata, 'providers'> & {
    readonly controllers?: Type[];
  },
  adapter: AdapterName,
): Promise<string> {
  try {
    const app = await startRoutes(providers, { adapter, controllers, rest: fixtureUser });
    await app.close();
    return '';
  } catch (error) {
    if (!(error instanceof DeclarationException)) throw error;
    return error.message;
  }
}
