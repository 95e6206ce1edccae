import type { Plugin } from 'vite';
import { mentionsRoutes } from '../../syntax/mentions-routes.js';
import { diagnosticLine, type SourceDiagnostic } from '../../diagnostics/source-diagnostic.js';
import { attachText, isAttached } from '../../emit/attach-text.js';
import { createDependents } from './dependents.js';
import { loadProject } from '../transform/load-project.js';
import type { Project } from '../transform/project.js';

/** What `restRoutes` takes. */
export interface RestRoutesOptions {
  /** The project's `tsconfig.json`, from Vite's root; by default the nearest one from there upwards. */
  readonly tsconfig?: string;
}

const SOURCE = /\.[cm]?tsx?$/;

/**
 * The plugin for Vite and Vitest: reads the signatures of controllers and value classes from the
 * source and attaches them, and fails a file that has something wrong with the text of the diagnostic.
 *
 * @example
 * // vitest.config.ts
 * import { restRoutes } from 'nestjs-rest-routes/vite';
 * export default defineConfig({ plugins: [restRoutes()] });
 *
 * @param options None are needed.
 */
export function restRoutes(options: RestRoutesOptions = {}): Plugin {
  let root = process.cwd();
  let project: Promise<Project> | undefined;
  const dependents = createDependents();
  return {
    name: 'nestjs-rest-routes',
    enforce: 'pre',
    // Tests run in an environment of their own: each has its modules to forget.
    perEnvironmentWatchChangeDuringDev: true,
    configResolved(config) {
      root = config.root;
    },
    transform: {
      filter: { id: SOURCE, code: /RestController|RestRoute|ValueClass/ },
      async handler(code, id) {
        const [fileName = id] = id.split('?');
        if (fileName !== id || !SOURCE.test(id) || !mentionsRoutes(code)) return null;
        // A configuration may list the plugin twice, its own and one that it extends.
        if (isAttached(code)) return null;
        project ??= loadProject(root, options.tsconfig);
        const { classes, diagnostics, dependencies } = (await project).read(id, code);
        dependents.set(id, dependencies);
        for (const dependency of dependencies) this.addWatchFile(dependency);
        const [first] = diagnostics;
        if (first !== undefined) this.error(errorOf(first, diagnostics));
        return classes.length === 0 ? null : { code: attachText(code, classes), map: null };
      },
    },
    async watchChange(id, { event }) {
      const opened = await project;
      if (event === 'update') opened?.changed(id);
      else opened?.moved(id);
      const { environment } = this;
      if (environment.mode !== 'dev') return;
      // Vite transforms an importer again only where the import's place in the code has changed.
      for (const dependent of dependents.of(id)) {
        const modules = environment.moduleGraph.getModulesByFile(dependent) ?? [];
        modules.forEach((module) => environment.moduleGraph.invalidateModule(module));
      }
    },
  };
}

/** All diagnostics of a file in one error, at the place of the first. */
function errorOf(first: SourceDiagnostic, diagnostics: readonly SourceDiagnostic[]) {
  const { line, character } = first.file.getLineAndCharacterOfPosition(first.start);
  return {
    message: diagnostics.map(diagnosticLine).join('\n'),
    id: first.file.fileName,
    loc: { file: first.file.fileName, line: line + 1, column: character },
  };
}
