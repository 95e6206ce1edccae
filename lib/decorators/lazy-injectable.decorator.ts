import { Injectable, Scope } from '@nestjs/common';
import { LAZY_KEY } from './metadata-accessor.js';

/**
 * A service that is created, once per application, on the first request that reaches a controller (or
 * a callback) that needs it; not at startup. Its lifecycle hooks run like any other's.
 *
 * @example
 * @LazyInjectable()
 * export class ReportService implements OnModuleInit {}
 */
export function LazyInjectable(): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(LAZY_KEY, true, target);
    Injectable({ scope: Scope.REQUEST, durable: true })(target);
  };
}
