import { parseArgs } from 'node:util';
import { DeclarationException } from '../diagnostics/declaration.exception.js';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { readRoutes } from './read-routes.js';
import { openApiCommand } from './openapi.command.js';
import { routesCommand } from './routes.command.js';

/** Where a command writes. */
export interface Output {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

const USAGE = `Usage: nestjs-rest-routes <command> [module] [options]

  routes                 lists every route with its arguments, permission, cache and handler
    --format <format>    table (the default), json or markdown
    --public             only the routes that anyone may call
    --write <file>       writes the routes and their permissions to a file to commit
    --check <file>       fails when they differ from that file, and lists the differences

  openapi                writes the OpenAPI 3.1 document
    --namespace <name>   only one namespace, such as acme/v1; all of them by default
    --title <title>      --api-version <version>
    --output <file>      the file to write; standard output by default

  module                 the built file of the root module, with #Export where it is not AppModule;
                         by default app.module.js where the project builds to
  --prefix <prefix>      where main.ts sets a global prefix that forRoot does not know`;

/** The options of all commands. */
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
} as const;

/** The options of a command line. */
export type CommandOptions = ReturnType<typeof parse>['values'];

/** The commands by name. */
const COMMANDS = { routes: routesCommand, openapi: openApiCommand } as const;

/**
 * Runs one command line.
 *
 * @returns The exit code: 0 on success, 1 on any failure.
 */
export async function run(args: readonly string[], output: Output): Promise<number> {
  try {
    return await runCommand(args, output);
  } catch (error) {
    output.complain(messageOf(error));
    return 1;
  }
}

async function runCommand(args: readonly string[], output: Output): Promise<number> {
  const { positionals, values } = parse(args);
  const [command, module] = positionals;
  if (command === undefined || values.help === true) {
    output.print(USAGE);
    return values.help === true ? 0 : 1;
  }
  if (!isCommand(command)) {
    output.complain(`There is no command ${JSON.stringify(command)}.\n\n${USAGE}`);
    return 1;
  }
  return COMMANDS[command](await readRoutes(module, values.prefix), values, output);
}

function isCommand(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
}

/** One line for what the user can fix; the stack for anything else. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForUser =
    error instanceof DeclarationException ||
    error instanceof InvalidArgumentException ||
    ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  return isForUser ? error.message : (error.stack ?? error.message);
}
