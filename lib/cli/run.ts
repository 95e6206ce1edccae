import { DeclarationException } from '../diagnostics/declaration.exception.js';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { parseCommandLine, USAGE, type Output } from './command-line.js';
import { COMMANDS, isCommandName } from './commands.js';

/**
 * Runs one command line.
 *
 * @returns The exit code: 0 on success; 1 on any failure, but 2 where `compare` cannot compare.
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
  if (name === undefined || values.help === true) {
    output.print(USAGE);
    return values.help === true ? 0 : 1;
  }
  if (!isCommandName(name)) {
    output.complain(`There is no command ${JSON.stringify(name)}.\n\n${USAGE}`);
    return 1;
  }
  const command = await COMMANDS[name].load();
  return command(others, values, output);
}

/** Also where the command line itself is invalid, so that its options are unknown. */
function failureCode(args: readonly string[]): number {
  const name = args.find((arg) => !arg.startsWith('-')) ?? '';
  return isCommandName(name) ? COMMANDS[name].failureCode : 1;
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
