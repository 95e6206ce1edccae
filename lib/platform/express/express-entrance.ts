type Handle = (this: unknown, request: never, response: unknown, done: unknown) => void;

/** The method of an Express application that every request goes through. */
interface Entrance {
  handle: Handle;
}

/**
 * Calls a function for each request before Express handles it. Middleware that was registered before the
 * application was initialised runs ahead of any layer that could be added now, and a layer at the front
 * would cost each request more than this.
 */
export function beforeExpress<Request>(
  application: object,
  look: (request: Request) => void,
): void {
  const entrance = application as Entrance;
  const { handle } = entrance;
  entrance.handle = function (this: unknown, request, response, done) {
    look(request);
    handle.call(this, request, response, done);
  };
}
