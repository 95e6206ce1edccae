import { Controller, Get, type LoggerService } from '@nestjs/common';
import {
  allOf,
  anyOf,
  Capability,
  HttpMethod,
  RequirePermission,
  RestController,
  RestRoute,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type RoutesOptions,
} from '../support/application.js';
import { signedAs, signedUser } from '../support/fixture-user.js';

const ROLES = { editor: ['edit_events', 'edit_posts', 'level_1'], admin: ['manage'] };

function controllerFor(...names: readonly string[]) {
  const [first = new Capability('manage'), second = first, ...more] = names.map(
    (name) => new Capability(name),
  );
  @RestController('v1', '/events')
  class EventsController {
    @RestRoute('', HttpMethod.Post, new Capability('edit_events'))
    create() {
      return { created: true };
    }

    @RestRoute('/drafts', HttpMethod.Post, allOf(anyOf(first, second), ...more))
    @RestRoute('/old-drafts', HttpMethod.Post, allOf(anyOf(first, second), ...more))
    draft() {
      return { created: true };
    }
  }
  return EventsController;
}

async function warned(
  controllers: Parameters<typeof startRoutes>[0],
  adapter: AdapterName,
  rest: RestModuleOptions = { roles: ROLES },
  more: Pick<RoutesOptions, 'controllers'> = {},
) {
  const warnings: string[] = [];
  const nothing = () => undefined;
  const logger: LoggerService = {
    log: nothing,
    error: nothing,
    warn: (text: string) => void warnings.push(text),
  };
  const app = await startRoutes(controllers, {
    adapter,
    rest: { user: signedUser, ...rest },
    ...more,
    create: { logger },
  });
  const lines = warnings.flatMap((text) => text.split('\n'));
  return { app, found: lines.filter((line) => line.startsWith('RR1078')) };
}

describe.each(ADAPTERS)('a capability that no role has, on %s', (adapter) => {
  const foundFor = async (names: readonly string[], options?: RestModuleOptions) => {
    const { app, found } = await warned([controllerFor(...names)], adapter, options);
    await app.close();
    return found;
  };

  test('denies those who were meant, and startup names it with the capability that was', async () => {
    const { app, found } = await warned([controllerFor('edit_evnts')], adapter);
    const headers = signedAs({ id: 1, roles: ['editor'] });
    const statusOf = async (path: string) =>
      (await app.fetch('POST', `/api/acme/v1/events${path}`, { headers })).status;
    expect([await statusOf(''), await statusOf('/drafts')]).toEqual([200, 403]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('EventsController.draft');
    expect(found[0]).toContain('Expected edit_events; received edit_evnts.');
    await app.close();
  });

  test.each(['edit_eveents', 'edit_evetns', 'edit-events', 'edit_evants', 'Edit_Events'])(
    'is named if it differs by one slip: %s',
    async (name) => {
      expect(await foundFor(['edit_posts', 'edit_posts', name])).toHaveLength(1);
    },
  );

  test.each([
    ['another one, which users may have themselves', 'edit_pages'],
    ['its singular, which WordPress has too', 'edit_event'],
    ['another number', 'level_2'],
    ['a short word', 'mana'],
    ['two slips away', 'edt_evnts'],
    ['known', 'manage'],
  ])('is not named if it is %s', async (_title, name) => {
    expect(await foundFor([name])).toEqual([]);
  });

  test.each<[string, RestModuleOptions]>([
    ['can decides', { roles: ROLES, can: () => true }],
    ['only users have capabilities', {}],
    ['it is listed under a role that no user has', { roles: { ...ROLES, direct: ['edit_evnts'] } }],
  ])('is not named if %s', async (_title, options) => {
    expect(await foundFor(['edit_evnts'], options)).toEqual([]);
  });

  test('is named on handlers of plain controllers too', async () => {
    @Controller('plain')
    class PlainController {
      @Get()
      @RequirePermission(new Capability('mange'))
      list() {
        return [];
      }
    }
    const { app, found } = await warned([controllerFor('manage')], adapter, undefined, {
      controllers: [PlainController],
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('PlainController.list');
    await app.close();
  });
});
