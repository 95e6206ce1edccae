import {
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  Scope,
  UseGuards,
  type CanActivate,
  type INestApplication,
  type MiddlewareConsumer,
  type NestMiddleware,
  type OnModuleInit,
} from '@nestjs/common';
import { APP_GUARD, ContextIdFactory, ModuleRef, NestFactory } from '@nestjs/core';
import { EventEmitter2, EventEmitterModule, OnEvent } from '@nestjs/event-emitter';
import {
  MessagePattern,
  Server,
  type CustomTransportStrategy,
  type MessageHandler,
} from '@nestjs/microservices';
import { Cron, ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import {
  HttpMethod,
  LazyInjectable,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

const OPEN = new PublicAccess();

/** The names of classes whose constructors have run, in order; a fresh list for each test. */
const created: string[] = [];

class Named {
  readonly handled: unknown[] = [];
  constructor() {
    created.push(this.constructor.name);
  }
}

@RestController('v1', '/orders')
class OrdersController extends Named {
  @RestRoute('', HttpMethod.Get, OPEN)
  list() {
    return this.handled;
  }
  @OnEvent('order.placed')
  onPlaced(id: number): void {
    this.handled.push(id);
  }
  @Cron('0 0 1 1 *', { name: 'orders' })
  report(): void {
    this.handled.push('report');
  }
  @MessagePattern('orders.count')
  count(): number {
    return this.handled.push('count');
  }
}

@LazyInjectable()
class Counter extends Named implements OnModuleInit {
  value = 0;
  onModuleInit(): void {
    created.push('init Counter');
  }
}

@Injectable()
class PlainListener {
  constructor(@Inject(Counter) readonly counter: Counter) {
    created.push('PlainListener');
  }
  @OnEvent('order.placed')
  onPlaced(): void {
    this.counter.value++;
  }
  @Cron('0 0 1 1 *', { name: 'listener' })
  report(): void {
    this.counter.value += 10;
  }
}

@Injectable({ scope: Scope.TRANSIENT })
class Transient {
  constructor(@Inject(Counter) readonly counter: Counter) {}
}

@Injectable()
class ThroughTransient {
  constructor(@Inject(Transient) readonly transient: Transient) {}
}

@RestController('v1', '/counter')
class CounterController extends Named {
  constructor(@Inject(Counter) private readonly counter: Counter) {
    super();
  }
  @RestRoute('', HttpMethod.Post, OPEN)
  add() {
    return ++this.counter.value;
  }
}

@Controller('plain-counter')
class PlainCounterController {
  static made = 0;
  constructor(@Inject(Counter) private readonly counter: Counter) {
    PlainCounterController.made++;
  }
  @Get()
  add() {
    return { value: ++this.counter.value };
  }
}

@Injectable({ scope: Scope.REQUEST })
class RequestMiddleware implements NestMiddleware {
  use(_request: unknown, _response: unknown, next: () => void): void {
    next();
  }
}

/** In-memory, so that no port is open. */
class MemoryTransport extends Server implements CustomTransportStrategy {
  listen(done: () => void): void {
    done();
  }
  close(): void {}
  on(): void {}
  unwrap<T>(): T {
    return this as never;
  }
  handler(pattern: string): MessageHandler {
    const handler = this.getHandlerByPattern(pattern);
    if (handler === null) throw new Error(`No handler of ${pattern}.`);
    return handler;
  }
}

beforeEach(() => {
  created.length = 0;
  PlainCounterController.made = 0;
});

describe.each(ADAPTERS)('instances beside other parts of Nest on %s', (adapter) => {
  let app: TestApplication;
  afterEach(() => app.close());

  const LISTED = [
    { as: 'providers', providers: [OrdersController], controllers: [] },
    { as: 'controllers', providers: [], controllers: [OrdersController] },
  ];

  test.each(LISTED)(
    'a listener, a job and a route of one class among $as share its instance',
    async ({ providers, controllers }) => {
      app = await startRoutes(providers, {
        adapter,
        controllers,
        imports: [EventEmitterModule.forRoot(), ScheduleModule.forRoot()],
      });
      expect(created).toEqual(['OrdersController']);
      await app.nest.get(EventEmitter2).emitAsync('order.placed', 7);
      await app.nest.get(EventEmitter2).emitAsync('order.placed', 8);
      await app.nest.get(SchedulerRegistry).getCronJob('orders').fireOnTick();
      const response = await app.fetch('GET', '/api/acme/v1/orders');
      expect(response.body).toEqual([7, 8, 'report']);
      expect(created).toEqual(['OrdersController']);
    },
  );

  test('a message handler and a route of one class share its instance in a hybrid application', async () => {
    const strategy = new MemoryTransport();
    const connect = async (nest: INestApplication): Promise<void> => {
      nest.connectMicroservice({ strategy });
      await nest.startAllMicroservices();
    };
    app = await startRoutes([], { adapter, controllers: [OrdersController], configure: connect });
    await strategy.handler('orders.count')(undefined, undefined);
    await strategy.handler('orders.count')(undefined, undefined);
    expect((await app.fetch('GET', '/api/acme/v1/orders')).body).toEqual(['count', 'count']);
    expect(created).toEqual(['OrdersController']);
  });

  test('a singleton that depends on a lazy service is created at startup, with the service', async () => {
    app = await startRoutes([PlainListener, Counter, CounterController], {
      adapter,
      imports: [EventEmitterModule.forRoot(), ScheduleModule.forRoot()],
    });
    expect(created).toEqual(['Counter', 'PlainListener', 'init Counter']);
    await app.nest.get(EventEmitter2).emitAsync('order.placed');
    await app.nest.get(SchedulerRegistry).getCronJob('listener').fireOnTick();
    expect((await app.fetch('POST', '/api/acme/v1/counter')).body).toBe(12);
    expect(app.nest.get(PlainListener).counter).toBe(app.nest.get(Counter));
  });

  test('a factory, an alias and a transient service get the one instance of a lazy service', async () => {
    const providers = [
      { provide: 'FACTORY', useFactory: (counter: Counter) => ({ counter }), inject: [Counter] },
      { provide: 'ALIAS', useExisting: Counter },
    ];
    app = await startRoutes([ThroughTransient, Transient, Counter, ...providers], { adapter });
    const { counter } = app.nest.get<{ counter: Counter }>('FACTORY');
    expect(app.nest.get('ALIAS')).toBe(counter);
    expect(app.nest.get(ThroughTransient).transient.counter).toBe(counter);
    expect(created).toEqual(['Counter', 'init Counter']);
  });

  test('an alias of a lazy service leaves it lazy', async () => {
    const alias = { provide: 'ALIAS', useExisting: Counter };
    app = await startRoutes([Counter, alias, CounterController], { adapter });
    expect(created).toEqual([]);
  });

  test('a plain controller with a lazy service is created once, and counts with the route', async () => {
    app = await startRoutes([Counter, CounterController], {
      adapter,
      controllers: [PlainCounterController],
    });
    await app.fetch('POST', '/api/acme/v1/counter');
    expect((await app.fetch('GET', '/plain-counter')).body).toEqual({ value: 2 });
    expect((await app.fetch('GET', '/plain-counter')).body).toEqual({ value: 3 });
    expect(PlainCounterController.made).toBe(1);
  });
});

describe.each(ADAPTERS)('lazy services of enhancers on %s', (adapter) => {
  @Injectable()
  class Limiter implements CanActivate {
    constructor(@Inject(Counter) private readonly counter: Counter) {}
    canActivate(): boolean {
      return ++this.counter.value <= 2;
    }
  }

  @RestController('v1', '/limited')
  @UseGuards(Limiter)
  class LimitedController {
    @RestRoute('', HttpMethod.Get, OPEN)
    get() {
      return 'in';
    }
  }

  @RestController('v1', '/open')
  class OpenController {
    @RestRoute('', HttpMethod.Get, OPEN)
    get() {
      return 'in';
    }
  }

  @Controller('limited')
  @UseGuards(Limiter)
  class PlainLimitedController {
    @Get()
    get() {
      return 'in';
    }
  }

  @Module({})
  class MiddlewareModule {
    configure(consumer: MiddlewareConsumer): void {
      consumer.apply(RequestMiddleware).forRoutes('*path');
    }
  }

  const statusesOf = async (app: TestApplication, path: string): Promise<readonly number[]> => {
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await app.fetch('GET', path)).status);
    return statuses;
  };

  test.each(['/api/acme/v1/limited', '/limited'])(
    'a guard that counts with a lazy service limits %s, below a request-scoped middleware too',
    async (path) => {
      for (const imports of [[], [MiddlewareModule]]) {
        const app = await startRoutes([LimitedController, Counter], {
          adapter,
          imports,
          controllers: [PlainLimitedController],
        });
        expect(await statusesOf(app, path)).toEqual([200, 200, 403]);
        await app.close();
      }
    },
  );

  test('a guard of the whole application that depends on a lazy service is an error at startup', async () => {
    const guard = { provide: APP_GUARD, useClass: Limiter };
    await expect(startRoutes([OpenController, Counter, guard], { adapter })).rejects.toThrow(
      'APP_GUARD',
    );
  });

  test('a middleware that counts with a lazy service limits, and the service is initialized at startup', async () => {
    @Injectable()
    class LimitingMiddleware implements NestMiddleware {
      constructor(@Inject(Counter) private readonly counter: Counter) {}
      use(_request: unknown, response: ServerResponse, next: () => void): void {
        if (++this.counter.value <= 2) return next();
        response.statusCode = 429;
        response.end();
      }
    }
    @Module({ providers: [Counter] })
    class LimitingModule {
      configure(consumer: MiddlewareConsumer): void {
        consumer.apply(LimitingMiddleware).forRoutes('*path');
      }
    }
    const app = await startRoutes([OpenController], { adapter, imports: [LimitingModule] });
    expect(created).toEqual(['Counter', 'init Counter']);
    expect(await statusesOf(app, '/api/acme/v1/open')).toEqual([200, 200, 429]);
    expect(created).toEqual(['Counter', 'init Counter']);
    await app.close();
  });

  test('a lazy service with a listener of its own is created at startup', async () => {
    @LazyInjectable()
    class Listener extends Named {
      @OnEvent('order.placed')
      onPlaced(id: number): void {
        this.handled.push(id);
      }
    }
    const imports = [EventEmitterModule.forRoot()];
    const app = await startRoutes([OpenController, Listener], { adapter, imports });
    await app.nest.get(EventEmitter2).emitAsync('order.placed', 7);
    expect(app.nest.get(Listener).handled).toEqual([7]);
    expect(created).toEqual(['Listener']);
    await app.close();
  });

  test('a lazy service of a route is one for all requests below a request-scoped middleware', async () => {
    const app = await startRoutes([CounterController, ArgumentController, Caller, Counter], {
      adapter,
      imports: [MiddlewareModule],
    });
    await app.fetch('POST', '/api/acme/v1/counter');
    await app.fetch('POST', '/api/acme/v1/argument');
    expect((await app.fetch('POST', '/api/acme/v1/argument')).body).toBe(3);
    await app.close();
  });

  test('every request for a lazy service with a context of its own gets the same instance', async () => {
    const app = await startRoutes([CounterController, Counter], { adapter });
    const asked = () =>
      app.nest.get(ModuleRef).resolve(Counter, ContextIdFactory.create(), { strict: false });
    const first = await asked();
    await app.fetch('POST', '/api/acme/v1/counter');
    expect(await asked()).toBe(first);
    expect(first.value).toBe(1);
    await app.close();
  });
});

@Injectable({ scope: Scope.REQUEST })
class Caller {}

@RestController('v1', '/argument')
class ArgumentController {
  constructor(
    @Inject(Caller) readonly caller: Caller,
    @Inject(Counter) private readonly counter: Counter,
  ) {}
  @RestRoute('', HttpMethod.Post, OPEN)
  add(counter: Counter) {
    return counter === this.counter && ++counter.value;
  }
}

describe('instances in an application without HTTP', () => {
  test('a job whose service is lazy runs in an application context', async () => {
    @Module({
      imports: [RestModule.forRoot({ namespace: 'acme' }), ScheduleModule.forRoot()],
      providers: [PlainListener, Counter, OrdersController],
    })
    class ContextModule {}
    const context = await NestFactory.createApplicationContext(ContextModule, { logger: false });
    await context.get(SchedulerRegistry).getCronJob('listener').fireOnTick();
    await context.get(SchedulerRegistry).getCronJob('orders').fireOnTick();
    expect(context.get(Counter).value).toBe(10);
    expect(context.get(OrdersController).handled).toEqual(['report']);
    await context.close();
  });
});
