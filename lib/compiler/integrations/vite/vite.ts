import type { DevEnvironment, Plugin } from 'vite';
import { diagnosticLine, type SourceDiagnostic } from '../../source-diagnostic.js';
import { ROUTE_DECORATORS } from '../../syntax/decorators.js';
import { Project, readProjectConfig } from '../../project.js';

/** The options of `restRoutes`. */
export interface RestRoutesOptions {
  /** The project's `tsconfig.json`, from Vite's root; by default the nearest one from there upwards. */
  readonly tsconfig?: string;
}

/** A TypeScript file; `file.ts?raw` is not one. */
const SOURCE = /^[^?]+\.[cm]?tsx?$/;

/**
 * The plugin for Vite and Vitest: reads the signatures of controllers and value classes from the
 * source and attaches them. A file with an invalid declaration fails with the text of the diagnostic.
 *
 * @example
 * // vitest.config.ts
 * import { restRoutes } from 'nestjs-rest-routes/vite';
 * export default defineConfig({ plugins: [restRoutes()] });
 *
 * @param options All are optional.
 * @throws Error when Vite starts, if it is older than 7.
 */
export function restRoutes(options: RestRoutesOptions = {}): Plugin {
  let root = process.cwd();
  const project = new Project(() => readProjectConfig(root, options.tsconfig));
  // Imports of types are among the dependencies of a transformed file, and its code has lost them.
  const dependenciesOf = new Map<string, ReadonlySet<string>>();
  return {
    name: 'nestjs-rest-routes',
    enforce: 'pre',
    // Tests run in an environment of their own, and each environment has its own modules to forget.
    perEnvironmentWatchChangeDuringDev: true,
    config() {
      checkVite(this);
    },
    configResolved(config) {
      root = config.root;
    },
    transform: {
      filter: { id: SOURCE, code: ROUTE_DECORATORS },
      handler(code, id) {
        if (!SOURCE.test(id)) return null;
        const { text, diagnostics, dependencies } = project.attach(code, id);
        dependenciesOf.set(id, dependencies);
        for (const file of dependencies) this.addWatchFile(file);
        if (diagnostics.length > 0) this.error(errorOf(diagnostics));
        return text === code ? null : { code: text, map: null };
      },
    },
    watchChange(id, { event }) {
      if (event === 'update') project.changed(id);
      else project.moved(id);
      if (this.environment.mode !== 'dev') return;
      for (const [file, files] of dependenciesOf) {
        if (files.has(id)) invalidate(this.environment, file);
      }
    },
  };
}

/** No peer range rejects an older one, because npm would keep a peer in production. Vite states its version since 7. */
function checkVite(context: { readonly meta?: { readonly viteVersion?: string } } | undefined) {
  if (context?.meta?.viteVersion !== undefined) return;
  throw new Error('nestjs-rest-routes needs Vite 7 or later. Update it: npm i -D vite@8 vitest@4');
}

/** Vite transforms an importer again only if the text of the imported module has changed. */
function invalidate({ moduleGraph }: DevEnvironment, file: string): void {
  const modules = moduleGraph.getModulesByFile(file) ?? [];
  modules.forEach((module) => moduleGraph.invalidateModule(module));
}

/** All diagnostics of a file in one error, at the place of the first. */
function errorOf(diagnostics: readonly SourceDiagnostic[]) {
  const message = diagnostics.map(diagnosticLine).join('\n');
  const [first] = diagnostics;
  if (first === undefined) return { message };
  const { line, character } = first.file.getLineAndCharacterOfPosition(first.start);
  const file = first.file.fileName;
  return { message, id: file, loc: { file, line: line + 1, column: character } };
}
