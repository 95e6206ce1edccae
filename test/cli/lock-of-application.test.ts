import { Body, Query } from '@nestjs/common';
import {
  Callback,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
  type int,
  type UploadedFile,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { auditRows } from '../../lib/cli/audit-row.js';
import { differences, lockText, parseLock } from '../../lib/cli/routes.command.js';
import { ADAPTERS, startRoutes } from '../support/application.js';

interface Topic {
  title: string;
  topics?: Topic[];
}

interface LongTopic {
  title: string;
  /** @maxItems 3 */
  topics?: LongTopic[];
}

interface Page {
  /** @maximum 9 */
  page?: int;
}

@RestController('v1', '/pages')
class Before {
  @RestRoute('/{slug}', HttpMethod.Get, new PublicAccess())
  one(@Param({ match: '[a-z][a-z0-9-]*' }) slug: string) {
    return slug;
  }

  @RestRoute('', HttpMethod.Put, new Callback(Before.may, { anonymous: false }), {
    deadline: '5s',
  })
  write(topic: Topic, @Param({ mediaTypes: ['image/png'] }) cover?: UploadedFile) {}

  @RestRoute('/filled', HttpMethod.Post, new Capability('edit'), {
    unknownArguments: 'refuse',
    idempotent: { ttl: '24h', required: true },
  })
  filled(tags: string[], kind: 'a' | 'b' = 'a') {}

  @RestRoute('/nest', HttpMethod.Post, new Capability('edit'))
  nest(@Body() page: Page, @Query('size') size: int) {}

  static may() {
    return true;
  }
}

@RestController('v1', '/pages')
class After {
  @RestRoute('/{slug}', HttpMethod.Get, new PublicAccess())
  one(@Param({ match: '.+' }) slug: string) {
    return slug;
  }

  @RestRoute('', HttpMethod.Put, new Callback(After.may))
  write(topic: LongTopic, @Param({ mediaTypes: ['image/*'] }) cover?: UploadedFile) {}

  @RestRoute('/filled', HttpMethod.Post, new Capability('edit'), {
    values: 'typed',
    lists: 'comma',
    hidden: true,
  })
  filled(tags: string[], kind: 'a' | 'b' | 'c' = 'a') {}

  @RestRoute('/nest', HttpMethod.Post, new Capability('edit'))
  nest(@Body() page: { page?: int }, @Query('size') size: number) {}

  static may() {
    return true;
  }
}

describe.each(ADAPTERS)('the lock file of an application on %s', (adapter) => {
  const rowsOf = async (controller: new () => object) => {
    const app = await startRoutes([controller], { adapter });
    const rows = auditRows(await app.nest.get(RestRoutes).list());
    await app.close();
    return rows;
  };

  test('shows each part of a declaration that changes what a route admits', async () => {
    const before = parseLock(lockText(await rowsOf(Before)), 'routes.lock');
    expect(differences(before, await rowsOf(Before))).toEqual([]);
    expect(differences(before, await rowsOf(After))).toEqual([
      '~ GET /api/acme/v1/pages/{slug}: arguments was "slug: string matching /[a-z][a-z0-9-]*/", is "slug: string matching /.+/"',
      '~ POST /api/acme/v1/pages/filled: arguments was "tags: list of string, kind: "a" | "b" = "a"", is "tags: list of string, kind: "a" | "b" | "c" = "a""',
      '~ POST /api/acme/v1/pages/filled: unknownArguments was "refuse", is ""',
      '~ POST /api/acme/v1/pages/filled: idempotent was "86400 s, key required", is ""',
      '~ POST /api/acme/v1/pages/filled: values was "", is "typed, tags by comma"',
      '~ POST /api/acme/v1/pages/filled: hidden was "", is "hidden"',
      `~ POST /api/acme/v1/pages/nest: arguments was "@Body(): { page?: integer ≤ 9 }, @Query('size'): integer", is "@Body(): { page?: integer }, @Query('size'): number"`,
      '~ PUT /api/acme/v1/pages: permission was "callback Before.may (not anonymous)", is "callback After.may"',
      '~ PUT /api/acme/v1/pages: arguments was "topic: Topic where Topic is { title: string, topics?: list of Topic }, cover?: file (image/png)", is "topic: LongTopic where LongTopic is { title: string, topics?: list of LongTopic ≤ 3 items }, cover?: file (image/*)"',
      '~ PUT /api/acme/v1/pages: deadline was "5 s", is ""',
    ]);
  });
});
