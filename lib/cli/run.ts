import { DeclarationException } from '../diagnostics/rest.exception.js';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { parseCommandLine, USAGE, type CommandOptions, type Output } from './command-line.js';

/** The commands by name. */
const COMMANDS = {
  routes: { load: loadRoutes, failureCode: 1 },
  openapi: { load: loadOpenApi, failureCode: 1 },
  compare: { load: loadCompare, failureCode: 2 },
  import: { load: loadImport, failureCode: 1 },
  convert: { load: loadConvert, failureCode: 1 },
  signatures: { load: loadSignatures, failureCode: 1 },
} as const satisfies Readonly<Record<string, CommandEntry>>;

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

/** Runs a command, and returns the exit code. */
export type Command = (
  positionals: readonly string[],
  options: CommandOptions,
  output: Output,
) => number | Promise<number>;

interface CommandEntry {
  /** Each command loads what it needs: Nest takes longer to load than two indices to compare. */
  readonly load: () => Promise<Command>;
  /** The exit code where the command throws. */
  readonly failureCode: number;
}

function isCommandName(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}

async function loadRoutes(): Promise<Command> {
  const { routesCommand } = await import('./routes.command.js');
  const { readRoutes } = await import('./read-routes.js');
  return async ([module], options, output) =>
    routesCommand(await readRoutes(module, options.prefix), options, output);
}

async function loadOpenApi(): Promise<Command> {
  const { openApiCommand } = await import('./openapi.command.js');
  const { readApplication } = await import('./read-routes.js');
  return async ([module], options, output) =>
    openApiCommand(await readApplication(module, options.prefix), options, output);
}

async function loadCompare(): Promise<Command> {
  return (await import('./compare.command.js')).compareCommand;
}

async function loadImport(): Promise<Command> {
  const { importCommand } = await import('./import.command.js');
  const { hidingSecrets } = await import('./audit-row.js');
  return (positionals, options, output) =>
    hidingSecrets(positionals, options.header, output, (hidden) =>
      importCommand(positionals, options, hidden),
    );
}

async function loadConvert(): Promise<Command> {
  return (await import('./convert.command.js')).convertCommand;
}

async function loadSignatures(): Promise<Command> {
  const { signaturesCommand } = await import('./signatures.command.js');
  return (_positionals, options, output) => signaturesCommand(options, output);
}
