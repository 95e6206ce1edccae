import { Injector } from '../internals.js';

/**
 * Stops an application on a Nest older than 11.1.20, where a package manager has ignored the peer range.
 * It would start there, and guards and interceptors of request scope would see another request: the method
 * that creates them takes other arguments. The check looks for a method that came with the change rather
 * than at a version number, since two versions of Nest may be installed side by side.
 *
 * @throws Error
 */
export function checkNestVersion(): void {
  if ('createResolutionContext' in Injector.prototype) return;
  throw new Error(
    'nestjs-rest-routes needs @nestjs/core 11.2.10 or later, or 12.2.0 or later, which is not what is installed. ' +
      'Update the packages of Nest: npm install @nestjs/common@^11.2.10 @nestjs/core@^11.2.10',
  );
}
