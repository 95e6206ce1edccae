import {
  Inject,
  Injectable,
  Scope,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import {
  Callback,
  Capability,
  HttpMethod,
  LazyInjectable,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

/** What happened, in order; a fresh one for each test. */
class Diary {
  readonly entries: string[] = [];
}

@LazyInjectable()
class Reports implements OnModuleInit, OnApplicationShutdown {
  constructor(@Inject(Diary) private readonly diary: Diary) {
    diary.entries.push('create Reports');
  }
  onModuleInit(): void {
    this.diary.entries.push('init Reports');
  }
  onApplicationShutdown(): void {
    this.diary.entries.push('shutdown Reports');
  }
}

@Injectable({ scope: Scope.REQUEST })
class Caller {
  constructor(@Inject(REQUEST) readonly request: { readonly headers: Record<string, string> }) {}
}

@RestController('v1', '/lazy')
class LazyController implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(Diary) private readonly diary: Diary,
    @Inject(Reports) private readonly reports: Reports,
  ) {
    diary.entries.push('create LazyController');
  }
  async onModuleInit(): Promise<void> {
    // Real time: the other requests of a test arrive while the hook runs.
    await new Promise((resolve) => setTimeout(resolve, 20));
    this.diary.entries.push('init LazyController');
  }
  onApplicationShutdown(): void {
    this.diary.entries.push('shutdown LazyController');
  }
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  get() {
    return { hasReports: this.reports instanceof Reports };
  }
  @RestRoute('/{n}', HttpMethod.Get, new PublicAccess())
  number(@Param({ maximum: 9 }) n: int) {
    return n;
  }
  @RestRoute('/secret', HttpMethod.Get, new Capability('read'))
  secret() {
    return 'secret';
  }
  @RestRoute('/never', HttpMethod.Get, new Callback(LazyController.never))
  never() {
    return 'never';
  }
  static never(): boolean {
    return false;
  }
}

@RestController('v1', '/other')
class OtherController {
  constructor(@Inject(Reports) readonly reports: Reports) {}
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  get() {
    return 'other';
  }
}

@RestController('v1', '/per-request')
class PerRequestController {
  static created = 0;
  constructor(
    @Inject(Caller) private readonly caller: Caller,
    @Inject(Reports) readonly reports: Reports,
  ) {
    PerRequestController.created++;
  }
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  who() {
    return { who: this.caller.request.headers['x-who'] };
  }
}

@RestController('v1', '/argument')
class ServiceArgumentController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  get(reports: Reports, caller: Caller) {
    return [reports instanceof Reports, caller.request.headers['x-who']];
  }
}

@RestController('v1', '/broken')
class BrokenController {
  static attempts = 0;
  constructor() {
    if (++BrokenController.attempts < 3) throw new Error('Not yet.');
  }
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  get() {
    return 'mended';
  }
}

describe.each(ADAPTERS)('creation of controllers on %s', (adapter) => {
  let app: TestApplication;
  let diary: Diary;
  beforeEach(async () => {
    PerRequestController.created = 0;
    BrokenController.attempts = 0;
    diary = new Diary();
    const controllers = [
      LazyController,
      OtherController,
      PerRequestController,
      ServiceArgumentController,
    ];
    app = await startRoutes(
      [...controllers, BrokenController, Reports, Caller, { provide: Diary, useValue: diary }],
      { adapter },
    );
  });
  afterEach(() => app.close());

  const get = (path: string, headers = {}) => app.fetch('GET', `/api/acme/v1${path}`, { headers });

  test('no controller is created at startup or for a request that is rejected before the method', async () => {
    const statuses = [
      (await get('/lazy/99')).status,
      (await get('/lazy/secret')).status,
      (await get('/lazy/never')).status,
      (await get('/lazy/no/such/route')).status,
      (await app.fetch('OPTIONS', '/api/acme/v1/lazy')).status,
      (await app.fetch('POST', '/api/acme/v1/lazy')).status,
    ];
    expect(statuses).toEqual([400, 401, 401, 404, 200, 404]);
    expect(diary.entries).toEqual([]);
  });

  test('200 concurrent first requests share one creation and wait for its hooks', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => get('/lazy')));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"hasReports":true}']));
    expect(diary.entries).toEqual([
      'create Reports',
      'create LazyController',
      'init Reports',
      'init LazyController',
    ]);
  });

  test('a lazy service is shared by the controllers that need it', async () => {
    await Promise.all([get('/other'), get('/lazy'), get('/argument'), get('/per-request')]);
    expect(diary.entries.filter((entry) => entry.endsWith('Reports'))).toEqual([
      'create Reports',
      'init Reports',
    ]);
  });

  test('created controllers are shut down with the application, before the services that they use', async () => {
    await get('/lazy');
    await app.close();
    expect(diary.entries.slice(4)).toEqual(['shutdown LazyController', 'shutdown Reports']);
  });

  test('a controller that needs a request-scoped service is created for each request', async () => {
    const answers = await Promise.all([
      get('/per-request', { 'x-who': 'ada' }),
      get('/per-request', { 'x-who': 'bob' }),
    ]);
    expect(answers.map(({ body }) => body)).toEqual([{ who: 'ada' }, { who: 'bob' }]);
    expect(PerRequestController.created).toBe(2);
  });

  test('services are injected into methods, and request-scoped services are created for each request', async () => {
    expect((await get('/argument', { 'x-who': 'ada' })).body).toEqual([true, 'ada']);
    expect((await get('/argument', { 'x-who': 'bob' })).body).toEqual([true, 'bob']);
  });

  test('a constructor that throws is a 500, and the next request tries again', async () => {
    expect((await get('/broken')).status).toBe(500);
    expect((await get('/broken')).body).toMatchObject({ code: 'framework_internal_error' });
    expect((await get('/broken')).body).toBe('mended');
    expect((await get('/broken')).body).toBe('mended');
    expect(BrokenController.attempts).toBe(3);
  });
});
