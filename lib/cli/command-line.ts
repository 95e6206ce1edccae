import { parseArgs } from 'node:util';

export interface Output {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Shows the progress of a long command in one line, which the next output replaces. Nothing by default. */
  readonly report?: (text: string) => void;
  /** Whether `print` writes to a terminal that shows colors; `false` by default. */
  readonly hasColors?: boolean;
}

export const USAGE = `Usage: nestjs-rest-routes <command> [module] [options]

  routes                 lists every route with its arguments, permission, cache and handler
    --format <format>    table (the default), json or markdown
    --public             only the routes that anyone may call
    --write <file>       writes the routes and their permissions to a file to commit
    --check <file>       fails when they differ from that file, or a public one writes; lists each

  openapi                writes the OpenAPI 3.1 document
    --namespace <name>   only one namespace, such as acme/v1; all of them by default
    --title <title>      --api-version <version>
    --output <file>      the file to write; standard output by default

  compare <index> <index>  lists what clients of the first API lose in the second; each index is a URL or a file
    --namespace <name>   only one namespace, such as shop/v1; all of them by default
    --format <format>    text (the default), json or markdown
    --probe              also sends the GET requests that need no arguments, and compares the responses
    --header <header>    'Name: value', sent with each request; repeatable, never shown
    --timeout <duration> for each response, 30s by default

  import <index>         writes controllers for the routes of an API that the project lacks; the index is a URL or a file
    --namespace <name>   only one namespace, such as shop/v1; all of them by default
    --path <folder>      the folder of the controllers, such as src/shop; by default named after the namespace
    --dry-run            lists the files, and writes none
    --no-spec            writes no tests
    --skip-import        changes no module
    --header, --timeout  as for compare

  signatures             writes the signatures to a file, for builds that run no plugin (SWC, tsc of TypeScript 7)
    --out <file>         rest-signatures.ts in the folder of the sources by default
    --tsconfig <file>    the one that builds the project by default
    --watch              writes it again after each change
    --check              fails when the file is older than the sources, and writes nothing

  module                 the built file of the root module, with #Export if it is not AppModule;
                         by default app.module.js in the output folder
  --prefix <prefix>      the global prefix, if main.ts sets one that forRoot does not know`;

const OPTIONS = {
  prefix: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  format: { type: 'string' },
  public: { type: 'boolean' },
  write: { type: 'string' },
  check: { type: 'string' },
  namespace: { type: 'string' },
  title: { type: 'string' },
  'api-version': { type: 'string' },
  output: { type: 'string' },
  probe: { type: 'boolean' },
  header: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  path: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'no-spec': { type: 'boolean' },
  'skip-import': { type: 'boolean' },
  out: { type: 'string' },
  tsconfig: { type: 'string' },
  watch: { type: 'boolean' },
} as const;

export type CommandOptions = ReturnType<typeof parseCommandLine>['values'];

/** @throws TypeError with a code `ERR_PARSE_ARGS_…` on an unknown option or a missing value. */
export function parseCommandLine(args: readonly string[]) {
  const isFlag = args[0] === 'signatures';
  // `routes --check` names a file, `signatures --check` is a flag.
  const stated = args.map((arg) => (isFlag && arg === '--check' ? '--check=' : arg));
  return parseArgs({ args: stated, options: OPTIONS, allowPositionals: true });
}

const ERASE = '\r\u001b[2K';
/** In milliseconds. People do not read faster updates, and a terminal may be slow. */
const INTERVAL = 100;

interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** One line that shows the progress of a command, on terminals only. */
export class ProgressLine {
  #shownAt = -Infinity;
  #isShown = false;

  constructor(private readonly stream: ProgressStream) {}

  readonly show = (text: string): void => {
    const now = performance.now();
    if (this.stream.isTTY !== true || now - this.#shownAt < INTERVAL) return;
    this.#shownAt = now;
    this.#isShown = true;
    this.stream.write(`${ERASE}${text.slice(0, (this.stream.columns ?? 80) - 1)}`);
  };

  clear(): void {
    if (this.#isShown) this.stream.write(ERASE);
    this.#isShown = false;
  }
}
