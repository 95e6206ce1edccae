// Loads the TypeScript of recipes in a child process, without a check of types.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

/** `./x.js` finds `./x.ts`. */
export async function resolve(specifier, context, next) {
  const isOwn = specifier.startsWith('.') && context.parentURL?.endsWith('.ts') === true;
  return next(isOwn ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { default: ts } = await import('typescript');
  const { outputText } = ts.transpileModule(await readFile(new URL(url), 'utf8'), {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      verbatimModuleSyntax: true,
    },
  });
  return { format: 'module', shortCircuit: true, source: outputText };
}
