import type { FactoryProvider } from '@nestjs/common';
import { isOptimized } from '../../platform/node/optimize-switch.js';
import { createTickShape } from '../../platform/node/tick-shape.js';
import { REST_OPTIONS, type RestModuleOptions } from '../options/rest-options.js';

export const TICK_SHAPE = Symbol('tick shape');

/** A provider, since the container keeps its value for as long as the application runs. */
export const TICK_SHAPE_PROVIDER: FactoryProvider<object | undefined> = {
  provide: TICK_SHAPE,
  inject: [REST_OPTIONS],
  useFactory: ({ optimize }: RestModuleOptions) =>
    isOptimized(optimize) ? createTickShape() : undefined,
};
