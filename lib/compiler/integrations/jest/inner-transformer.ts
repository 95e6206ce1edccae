import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNotInstalled } from '../../../shared/is-not-installed.js';
import type { JestTransformer } from './wrap-transformer.js';

/** A module that is a transformer of Jest, or makes one. */
interface TransformerModule extends JestTransformer {
  readonly createTransformer?: (options: unknown) => JestTransformer | Promise<JestTransformer>;
}

/** What compiles TypeScript where the configuration names nothing, in the order of Jest's own guide. */
const KNOWN = ['ts-jest', '@swc/jest', 'babel-jest'];

/** Loads the transformer that compiles TypeScript, from the project. */
export async function loadInnerTransformer(
  name: string | undefined,
  options: unknown,
): Promise<JestTransformer> {
  const path = name === undefined ? firstInstalled() : resolved(name);
  if (path === undefined) {
    throw new Error(
      `nestjs-rest-routes: Jest has no transformer for TypeScript: ${name ?? KNOWN.join(', ')} is not installed. ` +
        "Install one, or name it: ['nestjs-rest-routes/jest', { transformer: 'ts-jest' }].",
    );
  }
  const { default: exported, ...named } = (await import(pathToFileURL(path).href)) as {
    readonly default?: TransformerModule & { readonly default?: TransformerModule };
  };
  // A CommonJS module that was compiled from `export default` has it as a property.
  const module: TransformerModule = exported?.default ?? exported ?? named;
  return module.createTransformer === undefined ? module : module.createTransformer(options);
}

function firstInstalled(): string | undefined {
  return KNOWN.map(resolved).find((path) => path !== undefined);
}

function resolved(name: string): string | undefined {
  try {
    return createRequire(join(process.cwd(), 'package.json')).resolve(name);
  } catch (error) {
    if (isNotInstalled(error)) return undefined;
    throw error;
  }
}
