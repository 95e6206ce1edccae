/** What Express keeps of a middleware or a route. */
export interface Layer<Request = never> {
  readonly name: string;
  handle: (request: Request, response: unknown, next: (error?: unknown) => void) => unknown;
  /** Of a route; a layer of middleware has none. */
  readonly route?: { readonly path: unknown };
  match(path: string): boolean;
}

/** The names that Express gives the layers of its body parsers. */
const PARSERS: ReadonlySet<string> = new Set([
  'jsonParser',
  'urlencodedParser',
  'textParser',
  'rawParser',
]);

/** Moves the layer that was added last ahead of the first body parser; what stands before that stays. */
export function moveBeforeParsers(stack: Layer[]): void {
  const own = stack.pop();
  const at = stack.findIndex(isParser);
  if (own !== undefined) stack.splice(at === -1 ? stack.length : at, 0, own);
}

/**
 * Lets requests whose body has been read pass the body parsers. A parser notices by itself that nothing
 * is left to read, but not where reading ended at the limit: it would parse the rest, and its error
 * would take the place of the 413.
 */
export function letReadBodiesPass<Request>(
  stack: readonly Layer<Request>[],
  isRead: (request: Request) => boolean,
): void {
  for (const layer of stack) {
    if (!PARSERS.has(layer.name)) continue;
    const { handle } = layer;
    layer.handle = (request, response, next) => {
      if (isRead(request)) next();
      else handle(request, response, next);
    };
  }
}

/**
 * Whether nothing between two layers would see a request below these paths: body parsers, which have
 * nothing left to read, and routes whose fixed beginning is another. Middleware always might.
 */
export function isFreeBetween(
  stack: readonly Layer[],
  [from, to]: readonly [unknown, unknown],
  beginnings: readonly string[],
): boolean {
  const handles: readonly unknown[] = stack.map(({ handle }) => handle);
  const between = stack.slice(handles.indexOf(from) + 1, handles.indexOf(to));
  return between.every(
    (layer) => isParser(layer) || beginnings.every((beginning) => isElsewhere(layer, beginning)),
  );
}

function isParser({ name }: Layer): boolean {
  return PARSERS.has(name);
}

/**
 * Whether a route cannot match anything below a path, which ends with a slash; a pattern might. Nest
 * binds middleware with a method as a route.
 */
function isElsewhere({ route }: Layer, beginning: string): boolean {
  if (typeof route?.path !== 'string') return false;
  const segments = route.path.toLowerCase().split('/');
  const own = beginning.toLowerCase().split('/').slice(0, -1);
  for (const [at, segment] of own.entries()) {
    const other = segments[at];
    if (other === undefined) return true;
    if (!/^[\w.~-]*$/.test(other)) return false;
    if (other !== segment) return true;
  }
  return false;
}
