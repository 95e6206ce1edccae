import { createHook } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { RestModule } from '../../lib/index.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What `process.nextTick` queues meanwhile, weakly. */
function ticksOf(act: () => void): readonly WeakRef<object>[] {
  const ticks: WeakRef<object>[] = [];
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') ticks.push(new WeakRef(resource));
    },
  });
  hook.enable();
  act();
  hook.disable();
  return ticks;
}

/** Past the ticks, and past the task in which a `WeakRef` that was made is held. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('an entry of nextTick lives on, so that no collection clears what V8 knows of its class', async () => {
  const [first, ...others] = ticksOf(() => void RestModule.forRoot());
  const [passing] = ticksOf(() => process.nextTick(() => undefined));
  expect(others).toEqual([]);
  await nextTask();
  collect();
  expect(passing?.deref()).toBeUndefined();
  expect(first?.deref()).toBeDefined();
});

test('one is enough', () => {
  RestModule.forRoot();
  expect(ticksOf(() => void RestModule.forRoot())).toEqual([]);
});
