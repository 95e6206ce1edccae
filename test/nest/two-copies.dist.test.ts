import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import {
  HttpMethod,
  PublicAccess,
  RestDispatcher,
  RestException,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';
import { REPOSITORY } from '../support/repository.js';

type Library = typeof import('nestjs-rest-routes');

/** The build, or the installed package where the tests run without the sources. */
const PACKAGE = existsSync(join(REPOSITORY, 'dist'))
  ? REPOSITORY
  : join(REPOSITORY, 'node_modules/nestjs-rest-routes');

/** A package of the application with its own copy of the built library, as npm installs it below that package. */
describe.each(ADAPTERS)('two copies of the library on %s', (adapter) => {
  const folder = mkdtempSync(join(tmpdir(), 'rest-routes-copy-'));
  let copy: Library;
  let app: TestApplication;

  beforeAll(async () => {
    cpSync(join(PACKAGE, 'dist'), join(folder, 'dist'), { recursive: true });
    cpSync(join(PACKAGE, 'package.json'), join(folder, 'package.json'));
    symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
    const url = pathToFileURL(join(folder, 'dist/index.js')).href;
    copy = (await import(/* @vite-ignore */ url)) as Library;
    app = await startRoutes([controllerOf(copy)], { adapter });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const get = (path: string, headers = {}) =>
    app.fetch('GET', `/api/acme/v1/copy${path}`, { headers });

  test('the test has two copies', () => {
    expect(copy.RestResponse).not.toBe(undefined);
    expect(new copy.RestException('a', 'B.', 400)).not.toBeInstanceOf(RestException);
  });

  test('a RestResponse of the other copy is one, with status, headers, links and page', async () => {
    const { status, headers, body } = await get('/response');
    expect(status).toBe(202);
    expect(headers).toMatchObject({ 'x-from': 'copy', 'x-wp-total': '3' });
    expect(body).toMatchObject({ id: 1, _links: { author: [{}] } });
  });

  test('a RestException of the other copy keeps its code, its status and its data', async () => {
    const { status, body } = await get('/exception');
    expect(status).toBe(409);
    expect(body).toEqual({
      code: 'item_locked',
      message: 'Locked.',
      data: { status: 409, by: 'ada' },
    });
  });

  test('permissions of the other copy are checked', async () => {
    expect((await get('/capability')).status).toBe(401);
    expect((await get('/combined')).status).toBe(401);
    expect((await get('/callback')).status).toBe(401);
  });

  test('an UploadedFile of the other copy is a file of an in-process request', async () => {
    const dispatcher = app.nest.get(RestDispatcher);
    const { data } = await dispatcher.request({
      method: 'POST',
      path: '/acme/v1/copy/file',
      body: { file: copy.UploadedFile.of('a.txt', 'abc', 'text/plain') },
    });
    expect(data).toEqual({ name: 'a.txt', text: 'abc' });
  });

  test('a filter for RestException gets one of the other copy', async () => {
    @Catch(RestException)
    class Filter implements ExceptionFilter {
      catch(error: RestException, host: ArgumentsHost): void {
        const response = host.switchToHttp().getResponse<{
          status(code: number): { send(body: unknown): void };
        }>();
        response.status(418).send({ caught: error.code });
      }
    }
    const filtered = await startRoutes(
      [controllerOf(copy), { provide: APP_FILTER, useClass: Filter }],
      { adapter },
    );
    const { status, body } = await filtered.fetch('GET', '/api/acme/v1/copy/exception');
    expect([status, body]).toEqual([418, { caught: 'item_locked' }]);
    await filtered.close();
  });
});

function controllerOf(copy: Library) {
  @copy.RestController('v1', '/copy')
  class CopyController {
    @copy.RestRoute('/response', copy.HttpMethod.Get, new copy.PublicAccess())
    response() {
      return new copy.RestResponse({ id: 1 }, 202)
        .header('X-From', 'copy')
        .link('author', '/acme/v1/authors/1')
        .paged(3, { page: 1, per_page: 3 });
    }
    @RestRoute('/exception', HttpMethod.Get, new PublicAccess())
    exception(): never {
      throw new copy.RestException('item_locked', 'Locked.', 409, { by: 'ada' });
    }
    @RestRoute('/capability', HttpMethod.Get, new copy.Capability('read'))
    capability() {
      return 1;
    }
    @RestRoute('/combined', HttpMethod.Get, copy.allOf(new copy.Capability('read')))
    combined() {
      return 1;
    }
    @RestRoute('/callback', HttpMethod.Get, new copy.Callback(CopyController.never))
    callback() {
      return 1;
    }
    @RestRoute('/file', HttpMethod.Post, new PublicAccess())
    async file(file: UploadedFile) {
      return { name: file.name, text: String(await file.bytes()) };
    }
    static never(): boolean {
      return false;
    }
  }
  return CopyController;
}
