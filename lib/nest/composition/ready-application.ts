import { Injectable } from '@nestjs/common';
import type { AppParts } from './feature.js';

/**
 * The parts of an application for features that begin requests themselves: ready once the routes are known. Its provider
 * depends on no other, so that the options of the module may depend on such a feature.
 */
@Injectable()
export class ReadyApplication {
  #parts: AppParts | undefined;
  #creating: Promise<AppParts> | undefined;
  #createOnFirstUse: (() => Promise<AppParts>) | undefined;

  provide(parts: AppParts): void {
    this.#parts = parts;
  }

  /** @param create Composes an application that serves no HTTP. */
  createOnFirstUse(create: () => Promise<AppParts>): void {
    this.#createOnFirstUse = create;
  }

  /** @throws Error before the application is initialised. */
  parts(): AppParts | Promise<AppParts> {
    if (this.#parts !== undefined) return this.#parts;
    if (this.#createOnFirstUse === undefined) throw notReady();
    return (this.#creating ??= this.#createOnFirstUse().then(
      (parts) => (this.#parts = parts),
      (error: unknown) => {
        this.#creating = undefined;
        throw error;
      },
    ));
  }
}

export function notReady(): Error {
  return new Error(
    'The routes are not served yet: make in-process requests after the application is initialised, as in onApplicationBootstrap.',
  );
}
