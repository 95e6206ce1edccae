import { existsSync, readFileSync } from 'node:fs';

/** A tool that compiles TypeScript for this process, or has compiled it. */
export type Toolchain = 'bun' | 'vitest' | 'jest' | 'tsx' | 'node' | 'swc' | 'nest' | 'nx';

/** What of a process tells its toolchain. */
export interface ProcessView {
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly execArgv: readonly string[];
  readonly argv: readonly string[];
  cwd(): string;
}

/** The toolchain of a process; `undefined` where nothing tells it. */
export function currentToolchain(view: ProcessView = process): Toolchain | undefined {
  const { versions, env, argv, execArgv } = view;
  if (versions['bun'] !== undefined) return 'bun';
  if (env['VITEST'] !== undefined) return 'vitest';
  if (env['JEST_WORKER_ID'] !== undefined) return 'jest';
  if ([...execArgv, env['NODE_OPTIONS'] ?? ''].some((text) => TSX.test(text))) return 'tsx';
  if (/\.[cm]?ts$/.test(argv[1] ?? '')) return 'node';
  if (SWC.test(env['npm_lifecycle_script'] ?? '')) return 'swc';
  return builderOf(view.cwd()) ?? workspaceOf(view.cwd());
}

/** `--import tsx`, or the file of its loader. */
const TSX = /(?:^|[\s/\\=])tsx(?:$|[\s/\\])/;

/** A script of `package.json`: `nest start -b swc`. */
const SWC = /\s(?:-b|--builder)[ =]swc\b/;

/** What `nest build` uses, by the configuration beside which the application runs. */
function builderOf(folder: string): 'swc' | 'nest' | undefined {
  try {
    const config: unknown = JSON.parse(readFileSync(`${folder}/nest-cli.json`, 'utf8'));
    return /"builder":(?:\{"type":)?"swc"/.test(JSON.stringify(config)) ? 'swc' : 'nest';
  } catch {
    // Without a readable configuration, Nest's command line did not build the application.
    return undefined;
  }
}

/** The root of a workspace of Nx, from which it starts applications. */
function workspaceOf(folder: string): 'nx' | undefined {
  return existsSync(`${folder}/nx.json`) ? 'nx' : undefined;
}
