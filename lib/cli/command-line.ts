import { parseArgs } from 'node:util';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { closestName } from '../shared/closest-name.js';

export interface Output {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Shows the progress of a long command in one line, which the next output replaces. Nothing by default. */
  readonly report?: (text: string) => void;
  /** Whether `print` writes to a terminal that shows colors; `false` by default. */
  readonly hasColors?: boolean;
  /** The width of the terminal to which `print` writes; `undefined` for a file or a pipe. */
  readonly columns?: number | undefined;
}

/** The lines of `--help` on each command. */
const HELP = {
  routes: `  routes                 lists every route with its arguments, permission, cache and handler
    --format <format>    table (the default), json or markdown
    --public             only the routes that anyone may call
    --write <file>       writes the routes and their permissions to a file to commit
    --check <file>       fails when they differ from that file, or a public one writes; lists each`,
  openapi: `  openapi                writes the OpenAPI 3.1 document
    --namespace <name>   only one namespace, such as acme/v1; all of them by default
    --title <title>      --api-version <version>
    --output <file>      the file to write; standard output by default
    --json-bodies        lists bodies for JSON only, for generators of clients`,
  compare: `  compare <index> <index>  lists what clients of the first API lose in the second; each index is a URL or a file
    --namespace <name>   only one namespace, such as shop/v1; all of them by default
    --format <format>    text (the default), json or markdown
    --probe              also sends the GET requests that need no arguments, and compares the responses
    --header <header>    'Name: value', sent with each request; repeatable, never shown
    --timeout <duration> for each response, 30s by default`,
  import: `  import <index>         writes controllers for the routes of an API that the project lacks; the index is a URL or a file
    --namespace <name>   only one namespace, such as shop/v1; all of them by default
    --path <folder>      the folder of the controllers, such as src/shop; by default named after the namespace
    --dry-run            lists the files, and writes none
    --no-spec            writes no tests
    --skip-import        changes no module
    --header, --timeout  as for compare`,
  signatures: `  signatures             writes the signatures to a file, for builds that run no plugin (SWC, tsc of TypeScript 7)
    --out <file>         rest-signatures.ts in the folder of the sources by default
    --tsconfig <file>    the one that builds the project by default
    --watch              writes it again after each change
    --check              fails when the file is older than the sources, and writes nothing`,
} as const;

export type CommandName = keyof typeof HELP;

const MODULE = `  module                 the built file of the root module, with #Export if it is not AppModule;
                         by default app.module.js in the output folder
  --prefix <prefix>      the global prefix, if main.ts sets one that forRoot does not know`;

export const USAGE = [
  'Usage: nestjs-rest-routes <command> [module] [options]',
  ...Object.values(HELP),
  MODULE,
].join('\n\n');

/** Whether a text is the name of a command. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(HELP, name);
}

/** The usage of one command. */
export function usageOf(name: CommandName): string {
  const [subject, module] = OPTIONS_OF[name].includes('prefix')
    ? [' [module]', [MODULE]]
    : [name === 'compare' ? ' <index> <index>' : name === 'import' ? ' <index>' : '', []];
  const head = `Usage: nestjs-rest-routes ${name}${subject} [options]`;
  return [head, HELP[name], ...module].join('\n\n');
}

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
  'json-bodies': { type: 'boolean' },
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

type OptionName = keyof typeof OPTIONS;

const OPTIONS_OF: Readonly<Record<CommandName, readonly OptionName[]>> = {
  routes: ['prefix', 'format', 'public', 'write', 'check'],
  openapi: ['prefix', 'namespace', 'title', 'api-version', 'output', 'json-bodies'],
  compare: ['namespace', 'format', 'probe', 'header', 'timeout'],
  import: ['namespace', 'path', 'dry-run', 'no-spec', 'skip-import', 'header', 'timeout'],
  signatures: ['out', 'tsconfig', 'watch', 'check'],
};

export type CommandOptions = ReturnType<typeof parseCommandLine>['values'];

/** @throws TypeError with a code `ERR_PARSE_ARGS_…` on an unknown option or a missing value. */
export function parseCommandLine(args: readonly string[]) {
  const isFlag = args[0] === 'signatures';
  // `routes --check` names a file, `signatures --check` is a flag.
  const stated = args.map((arg) => (isFlag && arg === '--check' ? '--check=' : arg));
  try {
    return parseArgs({ args: stated, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw withMeant(stated) ?? error;
  }
}

/** The error of an unknown option of which the name that was meant is known. */
function withMeant(args: readonly string[]): InvalidArgumentException | undefined {
  const names = args.flatMap((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? []);
  const unknown = names.find((name) => !Object.hasOwn(OPTIONS, name));
  const command = args.find((arg) => isCommandName(arg));
  const known = command === undefined ? Object.keys(OPTIONS) : [...OPTIONS_OF[command], 'help'];
  const meant = unknown === undefined ? undefined : closestName(unknown, known);
  if (meant === undefined) return undefined;
  return new InvalidArgumentException(`Unknown option '--${unknown}'. Did you mean --${meant}?`);
}

/** @throws InvalidArgumentException for an option that only other commands have. */
export function checkOptions(name: CommandName, options: CommandOptions): void {
  const known = new Set<string>([...OPTIONS_OF[name], 'help']);
  const foreign = Object.keys(options).find((option) => !known.has(option));
  if (foreign === undefined) return;
  const others = Object.entries<readonly string[]>(OPTIONS_OF)
    .filter(([, names]) => names.includes(foreign))
    .map(([other]) => other);
  throw new InvalidArgumentException(
    `--${foreign} is not an option of ${name}, but of ${others.join(' and ')}. See: nestjs-rest-routes ${name} --help`,
  );
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
