import { InstanceWrapper } from '@nestjs/core/internal';

/**
 * Stops an application on Nest 12.0 or 12.1, where package managers were told to ignore the peer range.
 * It would start there, and every route would answer 500: the container lacks a method that controllers
 * are created with. The method is asked for, since two versions of Nest may be installed side by side.
 *
 * @throws Error
 */
export function checkNestVersion(): void {
  if ('getExistingInstancesByContextId' in InstanceWrapper.prototype) return;
  throw new Error(
    'nestjs-rest-routes needs @nestjs/core 12.2.0 or later, which is not what is installed. ' +
      'Update the packages of Nest: npm install @nestjs/common@^12.2.0 @nestjs/core@^12.2.0',
  );
}
