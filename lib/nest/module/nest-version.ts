import type { ModulesContainer } from '@nestjs/core';

/**
 * Stops an application on Nest 12.0 or 12.1, where a package manager has ignored the peer range.
 * It would start there, and every response would be a 500: the container lacks a method that controllers
 * are created with. The check looks for the method rather than at a version number, since two versions of
 * Nest may be installed side by side.
 *
 * @throws Error
 */
export function checkNestVersion(modules: ModulesContainer): void {
  const providers = [...modules.values()].flatMap((module) => [...module.providers.values()]);
  if (providers.every((wrapper) => 'getExistingInstancesByContextId' in wrapper)) return;
  throw new Error(
    'nestjs-rest-routes needs @nestjs/core 12.2.0 or later, which is not what is installed. ' +
      'Update the packages of Nest: npm install @nestjs/common@^12.2.0 @nestjs/core@^12.2.0',
  );
}
