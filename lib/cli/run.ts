import { isDeclarationException } from '../diagnostics/rest.exception.js';
import { isInvalidArgument } from '../diagnostics/invalid-argument.exception.js';
import {
  checkOptions,
  isCommandName,
  parseCommandLine,
  USAGE,
  usageOf,
  type CommandName,
  type CommandOptions,
  type Output,
} from './command-line.js';

/** Returns the exit code. */
type Command = (
  positionals: readonly string[],
  options: CommandOptions,
  output: Output,
) => Promise<number>;

/** Each loads its modules itself: loading Nest takes longer than comparing two indices. */
const COMMANDS = {
  routes: async () => (await import('./routes.command.js')).routesCommand,
  openapi: async () => (await import('./openapi.command.js')).openApiCommand,
  compare: async () => (await import('./compare.command.js')).compareCommand,
  import: async () => (await import('./import.command.js')).importCommand,
  signatures: async () => (await import('./signatures.command.js')).signaturesCommand,
} as const satisfies Readonly<Record<CommandName, () => Promise<Command>>>;

/**
 * Runs one command line.
 *
 * @returns The exit code: 0 on success; 1 on any failure, but 2 if `compare` cannot compare.
 */
export async function run(args: readonly string[], output: Output): Promise<number> {
  try {
    return await runCommand(args, output);
  } catch (error) {
    output.complain(messageOf(error));
    return failureCode(args);
  }
}

async function runCommand(args: readonly string[], output: Output): Promise<number> {
  const { positionals, values } = parseCommandLine(args);
  const [name, ...others] = positionals;
  if (name !== undefined && !isCommandName(name)) {
    output.complain(`There is no command ${JSON.stringify(name)}.\n\n${USAGE}`);
    return 1;
  }
  if (name === undefined || values.help === true) {
    output.print(name === undefined ? USAGE : usageOf(name));
    return values.help === true ? 0 : 1;
  }
  checkOptions(name, values);
  const command = await COMMANDS[name]();
  return command(others, values, output);
}

/** The exit code of a failure, also if the command line is invalid and its options are unknown. */
function failureCode(args: readonly string[]): number {
  return args.find((arg) => !arg.startsWith('-')) === 'compare' ? 2 : 1;
}

/** One line for an error that the user can fix; the stack for any other. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForUser =
    isDeclarationException(error) ||
    isInvalidArgument(error) ||
    ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  return isForUser ? error.message : (error.stack ?? error.message);
}
