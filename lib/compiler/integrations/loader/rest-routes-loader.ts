import { attachText, isAttached } from '../../emit/attach-text.js';
import { loadProject } from '../transform/load-project.js';
import type { Project } from '../transform/project.js';
import { mentionsRoutes } from '../../syntax/mentions-routes.js';
import { diagnosticLine } from '../../diagnostics/source-diagnostic.js';

/** What the loader takes. */
export interface RestRoutesLoaderOptions {
  /** The project's `tsconfig.json`, from where the build runs; by default the nearest one upwards. */
  readonly tsconfig?: string;
}

/** What of the loaders' interface of webpack and rspack is used. */
export interface RestRoutesLoaderContext {
  readonly resourcePath: string;
  readonly rootContext: string;
  readonly _compiler?: CompilerView | undefined;
  addDependency(file: string): void;
  getOptions(): RestRoutesLoaderOptions;
}

/** What a compiler says of a build in watch mode. */
interface CompilerView {
  readonly modifiedFiles?: ReadonlySet<string> | undefined;
  readonly removedFiles?: ReadonlySet<string> | undefined;
}

interface Opened {
  readonly project: Promise<Project>;
  /** The changes that the project has been told of. */
  seen: ReadonlySet<string> | undefined;
}

/** A project for each compiler that runs: a program lasts as long as its build. */
const opened = new WeakMap<object, Opened>();

/**
 * The loader for rspack and webpack: reads the signatures of controllers and value classes from the
 * source and attaches them, ahead of what compiles TypeScript. `withRestRoutes` puts it in its place.
 *
 * @throws Error with the text and the place of every diagnostic of the file.
 */
export const restRoutesLoader = asLoader(async (context, code) => {
  if (!mentionsRoutes(code) || isAttached(code)) return code;
  const project = await projectOf(context);
  const { classes, diagnostics, dependencies } = project.read(context.resourcePath, code);
  for (const dependency of dependencies) context.addDependency(dependency);
  if (diagnostics.length > 0) throw new Error(diagnostics.map(diagnosticLine).join('\n'));
  return classes.length === 0 ? code : attachText(code, classes);
});

type Load = (context: RestRoutesLoaderContext, code: string) => Promise<string>;

/** Both bundlers call a loader on its context. */
function asLoader(load: Load): (this: RestRoutesLoaderContext, code: string) => Promise<string> {
  return function loader(code) {
    return load(this, code);
  };
}

async function projectOf(context: RestRoutesLoaderContext): Promise<Project> {
  const { _compiler: compiler, rootContext } = context;
  const key = compiler ?? context;
  const known = opened.get(key);
  if (known === undefined) {
    const project = loadProject(rootContext, context.getOptions().tsconfig);
    opened.set(key, { project, seen: compiler?.modifiedFiles });
    return project;
  }
  const project = await known.project;
  tellChanges(project, known, compiler);
  return project;
}

/** Each build of a watched project has a set of its own of the files that changed. */
function tellChanges(project: Project, known: Opened, compiler: CompilerView | undefined): void {
  const { modifiedFiles, removedFiles } = compiler ?? {};
  if (modifiedFiles === undefined || modifiedFiles === known.seen) return;
  known.seen = modifiedFiles;
  modifiedFiles.forEach((file) => project.changed(file));
  removedFiles?.forEach((file) => project.moved(file));
}
