import {
  All,
  Controller,
  Get,
  Post,
  VersioningType,
  type LoggerService,
  type ModuleMetadata,
  type VersioningOptions,
} from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type AdapterName } from '../support/application.js';

const OPEN = new PublicAccess();

@Controller('users')
class PlainUsers {
  @Get(':id')
  one() {
    return 'plain';
  }
  @Get('list/all')
  all() {
    return 'plain';
  }
  @Post(':id/:part')
  part() {
    return 'plain';
  }
}

@Controller('files')
class PlainFiles {
  @All('raw/*')
  file() {
    return 'plain';
  }
}

@RestController('users')
class Users {
  @RestRoute('/me', HttpMethod.Get, OPEN)
  me() {
    return ['route'];
  }
  @RestRoute('/{id}', HttpMethod.Get, OPEN)
  one(id: string) {
    return ['route'];
  }
  @RestRoute('/me', HttpMethod.Post, OPEN)
  change() {
    return ['route'];
  }
  @RestRoute('/me/friends', HttpMethod.Get, OPEN)
  friends() {
    return ['route'];
  }
  @RestRoute('/me/friends', HttpMethod.Post, OPEN)
  befriend() {
    return ['route'];
  }
  @RestRoute('/list/{name}', HttpMethod.Get, OPEN)
  list(name: string) {
    return ['route'];
  }
}

@RestController('files')
class Files {
  @RestRoute('/raw/all/of/them', HttpMethod.Get, OPEN)
  raw() {
    return ['route'];
  }
  @RestRoute('/all', HttpMethod.Get, OPEN)
  all() {
    return ['route'];
  }
}

/** Each route, and a request to it. */
const REQUESTS = [
  ['Users.me', 'GET', '/api/users/me'],
  ['Users.one', 'GET', '/api/users/seven'],
  ['Users.change', 'POST', '/api/users/me'],
  ['Users.friends', 'GET', '/api/users/me/friends'],
  ['Users.befriend', 'POST', '/api/users/me/friends'],
  ['Users.list', 'GET', '/api/users/list/some'],
  ['Files.raw', 'GET', '/api/files/raw/all/of/them'],
  ['Files.all', 'GET', '/api/files/all'],
] as const;

const HIDDEN = ['Users.me', 'Users.one', 'Users.befriend', 'Files.raw'];

interface Started {
  /** Whose requests plain handlers got. */
  readonly hidden: readonly string[];
  readonly warnings: readonly string[];
}

async function start(
  adapter: AdapterName,
  controllers: NonNullable<ModuleMetadata['controllers']>,
  versioning?: VersioningOptions,
): Promise<Started> {
  const warnings: string[] = [];
  const ignore = (): void => undefined;
  const warn = (text: unknown): void => {
    if (String(text).startsWith('Hidden routes:')) warnings.push(String(text));
  };
  const logger: LoggerService = { log: ignore, error: ignore, warn };
  const app = await startRoutes([Users, Files], {
    adapter,
    controllers,
    rest: { prefix: '', namespace: 'api' },
    create: { logger },
    configure: (nest) => {
      nest.setGlobalPrefix('api');
      if (versioning !== undefined) nest.enableVersioning(versioning);
    },
  });
  const hidden: string[] = [];
  for (const [name, method, path] of REQUESTS) {
    const { text } = await app.fetch(method, path);
    if (text === 'plain') hidden.push(name);
  }
  await app.close();
  return { hidden, warnings };
}

describe.each(ADAPTERS)('Routes that plain handlers hide, on %s', (adapter) => {
  test('are those whose requests they get, and one warning names both and the fix', async () => {
    const { hidden, warnings } = await start(adapter, [PlainUsers, PlainFiles]);
    expect(hidden).toEqual(HIDDEN);
    const [warning = '', ...others] = warnings;
    expect(others).toEqual([]);
    const named = [...warning.matchAll(/RR1059: .+? \((\w+\.\w+)/g)].map(([, name]) => name);
    expect(named).toEqual(HIDDEN);
    expect(warning).toContain(
      'Expected no plain handler that matches GET /api/users/me; received a plain handler at /api/users/:id. ',
    );
    expect(warning).toMatch(
      /Rewrite that handler as a route too, or write this one as a plain handler above/,
    );
  });

  test('are none where plain handlers have other paths', async () => {
    @Controller('users')
    class Others {
      @Get('me/:id')
      one() {
        return 'other';
      }
      @Post(':id')
      change() {
        return 'other';
      }
    }
    const { warnings } = await start(adapter, [Others]);
    // GET /users/me/friends and POST /users/me are hidden, and nothing else is.
    expect(warnings.join('\n').match(/RR1059/g)).toHaveLength(2);
    expect((await start(adapter, [])).warnings).toEqual([]);
  });

  test('are not guessed where a host or a header decides too', async () => {
    @Controller({ path: 'users', host: 'admin.example' })
    class OfHost {
      @Get(':id')
      one() {
        return 'plain';
      }
    }
    expect(await start(adapter, [OfHost])).toEqual({ hidden: [], warnings: [] });
    @Controller({ path: 'users', version: '2' })
    class Versioned {
      @Get(':id')
      one() {
        return 'plain';
      }
    }
    const { warnings } = await start(adapter, [Versioned], {
      type: VersioningType.HEADER,
      header: 'x-version',
    });
    expect(warnings).toEqual([]);
  });
});
