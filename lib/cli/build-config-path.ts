import { existsSync, readFileSync } from 'node:fs';

/** The configuration with which the project is built, according to `nest-cli.json`. */
export function buildConfigPath(): string {
  const stated = property(property(readSettings(), 'compilerOptions'), 'tsConfigPath');
  if (typeof stated === 'string') return stated;
  return existsSync('tsconfig.build.json') ? 'tsconfig.build.json' : 'tsconfig.json';
}

/** Where the sources are: `src`, or what `nest-cli.json` states. */
export function sourceRootPath(): string {
  const root = property(readSettings(), 'sourceRoot');
  return typeof root === 'string' ? root : 'src';
}

function readSettings(): unknown {
  return existsSync('nest-cli.json') ? JSON.parse(readFileSync('nest-cli.json', 'utf8')) : {};
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (Reflect.get(value, name) as unknown)
    : undefined;
}
