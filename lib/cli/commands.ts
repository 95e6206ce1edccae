import type { CommandOptions, Output } from './command-line.js';

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

/** The commands by name. */
export const COMMANDS = {
  routes: { load: loadRoutes, failureCode: 1 },
  openapi: { load: loadOpenApi, failureCode: 1 },
  compare: { load: loadCompare, failureCode: 2 },
  import: { load: loadImport, failureCode: 1 },
  signatures: { load: loadSignatures, failureCode: 1 },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export function isCommandName(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}

async function loadRoutes(): Promise<Command> {
  const { routesCommand } = await import('./routes/routes.command.js');
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
  return (await import('./compare/compare.command.js')).compareCommand;
}

async function loadImport(): Promise<Command> {
  const { importCommand } = await import('./import.command.js');
  const { hidingSecrets } = await import('./hidden-secrets.js');
  return (positionals, options, output) =>
    hidingSecrets(positionals, options.header, output, (hidden) =>
      importCommand(positionals, options, hidden),
    );
}

async function loadSignatures(): Promise<Command> {
  const { signaturesCommand } = await import('./signatures/signatures.command.js');
  return (_positionals, options, output) => signaturesCommand(options, output);
}
