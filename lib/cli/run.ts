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
    --public             only what anyone may call
    --write <file>       writes the routes and their permissions to a file to commit
    --check <file>       fails when they differ from that file, and says how

  openapi                writes the OpenAPI 3.1 document
    --namespace <name>   of one namespace, such as acme/v1; all of them by default
    --title <title>      --api-version <version>
    --output <file>      where to; standard output by default

  module                 the built file of the root module, with #Export where it is not AppModule;
                         by default app.module.js where the project builds to
  --prefix <prefix>      where main.ts sets a global prefix that forRoot does not know`;

/** What every command understands. */
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

/**
 * Runs one command line.
 *
 * @returns The exit code: 0, or 1 where something is wrong.
 */
export async function run(args: readonly string[], output: Output): Promise<number> {
  try {
    const { positionals, values } = parse(args);
    const [command, module] = positionals;
    if (command === undefined || values.help === true) {
      output.print(USAGE);
      return command === undefined && values.help !== true ? 1 : 0;
    }
    if (command !== 'routes' && command !== 'openapi') {
      output.complain(`There is no command ${JSON.stringify(command)}.\n\n${USAGE}`);
      return 1;
    }
    const routes = await readRoutes(module, values.prefix);
    const perform = command === 'routes' ? routesCommand : openApiCommand;
    return perform(routes, values, output);
  } catch (error) {
    output.complain(messageOf(error));
    return 1;
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
}

/** What the user can mend is said in one line; anything else with its stack. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForUser =
    error instanceof DeclarationException ||
    error instanceof InvalidArgumentException ||
    ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  return isForUser ? error.message : (error.stack ?? error.message);
}
