import { createHook } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { expect, test } from 'vitest';
import { RestModule } from '../../lib/index.js';
import { TICK_SHAPE } from '../../lib/nest/module/tick-shape.provider.js';
import { loudly } from '../support/skip-loudly.js';

setFlagsFromString('--allow-natives-syntax');
const haveSameClass = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (
  a: object,
  b: object,
) => boolean;

/** What `process.nextTick` queues. */
function tick(...args: unknown[]): object {
  const ticks: object[] = [];
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') ticks.push(resource);
    },
  });
  hook.enable();
  process.nextTick(() => undefined, ...args);
  hook.disable();
  const [first] = ticks;
  if (first === undefined)
    throw new Error('process.nextTick queued nothing that an async hook observes');
  return first;
}

const [major] = process.versions.node.split('.');

// Other versions of Node may give the entries another class. The optimization is then without effect.
test.skipIf(
  loudly(major !== '20', "the hidden class of nextTick's entries", 'it is that of Node 20'),
)("the kept object has the hidden class of nextTick's entries", async () => {
  @Module({ imports: [RestModule.forRoot({ namespace: 'acme' })] })
  class AppModule {}
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const kept = app.get<object>(TICK_SHAPE, { strict: false });
  expect(haveSameClass(tick(), { callback: undefined, args: undefined })).toBe(false);
  expect(haveSameClass(tick(), kept)).toBe(true);
  expect(haveSameClass(tick(1), kept)).toBe(true);
  await app.close();
});
