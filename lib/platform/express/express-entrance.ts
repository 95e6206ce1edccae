type Handle = (this: unknown, request: never, response: unknown, done: unknown) => void;

/** What every request to an application of Express's goes through, however it is served. */
interface Entrance {
  handle: Handle;
}

/**
 * Has a function look at each request before Express does. Middleware that was registered before the
 * application was initialised stands ahead of any layer that could be added now, and a layer at the
 * front would cost every request more than this.
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
