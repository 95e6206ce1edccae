import 'reflect-metadata';
import { InstanceWrapper } from '@nestjs/core/internal';
import { RestModule } from 'nestjs-rest-routes';
import { afterEach, expect, test, vi } from 'vitest';
import { ADAPTERS, startApplication } from '../support/application.js';

const NAME = 'getExistingInstancesByContextId';
const { [NAME]: method } = InstanceWrapper.prototype;

afterEach(() => {
  InstanceWrapper.prototype[NAME] = method;
  vi.restoreAllMocks();
});

test.each(ADAPTERS)(
  'An application on Nest 12.0 or 12.1 does not start, and is told which Nest it needs (%s)',
  async (adapter) => {
    Reflect.deleteProperty(InstanceWrapper.prototype, NAME);
    const imports = [RestModule.forRoot({ namespace: 'acme' })];
    await expect(startApplication({ imports }, { adapter })).rejects.toThrow(
      'nestjs-rest-routes needs @nestjs/core 12.2.0 or later',
    );
  },
);
