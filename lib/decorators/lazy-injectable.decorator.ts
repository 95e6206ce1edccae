import { createOnFirstUse } from './first-use.js';
import { LAZY_KEY } from './metadata-accessor.js';

/**
 * A service that is created, once per application, on the first request that reaches a controller (or
 * a callback) that needs it; not at startup. Its lifecycle hooks run like any other's. It is created at startup
 * if a class other than routes' controllers and lazy services depends on it, or if a decorator of another
 * package is on it.
 *
 * @example
 * @LazyInjectable()
 * export class ReportService implements OnModuleInit {}
 */
export function LazyInjectable(): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(LAZY_KEY, true, target);
    createOnFirstUse(target);
  };
}
