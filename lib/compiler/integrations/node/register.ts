import module from 'node:module';
import { compileRequired, createCompile, createHooks, type ModuleHooks } from './hooks.js';

const IN_THREAD_OF_HOOKS = '?hooks';

const compile = createCompile(process.cwd());

/** Node imports them from this module in a thread of its own if it needs one. */
export const { resolve, load } = createHooks(compile);

if (!import.meta.url.endsWith(IN_THREAD_OF_HOOKS)) {
  process.setSourceMapsEnabled(true);
  // Node from 22.15 on has hooks that run in the thread of the program.
  const { registerHooks } = module as { readonly registerHooks?: (hooks: ModuleHooks) => void };
  if (registerHooks === undefined) module.register(import.meta.url + IN_THREAD_OF_HOOKS);
  else registerHooks({ resolve, load });
  compileRequired(compile);
}
