import { Injectable } from '@nestjs/common';
import type { Prepare } from '../../pipeline/in-process/in-process-dispatcher.js';

/** The routes of an application as requests inside of the process reach them. */
export interface OpenRoutes {
  readonly prepare: Prepare;
  /** With a slash in front and none at the end; empty for the root. */
  readonly prefix: string;
  /** The origin of links where no request tells it. */
  readonly origin: string | undefined;
}

/** The routes of the application for requests inside of the process; open once the routes are known. */
@Injectable()
export class InProcessRoutes {
  #opened: OpenRoutes | undefined;
  #opening: Promise<OpenRoutes> | undefined;
  #openOnFirstUse: (() => Promise<OpenRoutes>) | undefined;

  open(routes: OpenRoutes): void {
    this.#opened = routes;
  }

  /** @param open Opens the routes of an application that serves no HTTP. */
  openOnFirstUse(open: () => Promise<OpenRoutes>): void {
    this.#openOnFirstUse = open;
  }

  /** @throws Error before the application is initialised. */
  ready(): OpenRoutes | Promise<OpenRoutes> {
    if (this.#opened !== undefined) return this.#opened;
    if (this.#openOnFirstUse === undefined) throw notReady();
    return (this.#opening ??= this.#openOnFirstUse().then(
      (routes) => (this.#opened = routes),
      (error: unknown) => {
        this.#opening = undefined;
        throw error;
      },
    ));
  }
}

/** The error of an in-process request that comes too early. */
export function notReady(): Error {
  return new Error(
    'The routes are not served yet: make in-process requests after the application is initialised, as in onApplicationBootstrap.',
  );
}
