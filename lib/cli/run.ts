import { DeclarationException } from '../diagnostics/declaration.exception.js';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { parseCommandLine, USAGE, type Output } from './command-line.js';
import { readRoutes } from './read-routes.js';
import { openApiCommand } from './openapi.command.js';
import { routesCommand } from './routes.command.js';

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
  const { positionals, values } = parseCommandLine(args);
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

/** One line for what the user can fix; the stack for anything else. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForUser =
    error instanceof DeclarationException ||
    error instanceof InvalidArgumentException ||
    ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  return isForUser ? error.message : (error.stack ?? error.message);
}
