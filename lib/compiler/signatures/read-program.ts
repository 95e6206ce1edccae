import { listedClasses } from '../declarations/read-controller.js';
import { affectedFiles, filesOf, type ProgramFiles } from '../program/affected-files.js';
import { createProjectView, type ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { classNameOf } from '../syntax/nodes.js';
import { extendedClasses } from './controller-part.js';
import { readFile, type FileReading } from './read-class.js';

interface ProgramReading {
  readonly options: ts.CompilerOptions;
  readonly sources: ProgramFiles;
  readonly relations: string;
  readonly files: ReadonlyMap<string, FileReading>;
}

/**
 * Reads the files with classes of one program after another, as a build in watch mode makes them. A file is read again
 * only if something that its signatures depend on may have changed.
 */
export function createProgramReader(): (program: ts.Program) => ReadonlyMap<string, FileReading> {
  let last: ProgramReading | undefined;
  return (program) => {
    const view = createProjectView(program);
    const options = program.getCompilerOptions();
    const sources = filesOf(program);
    const relations = relationsOf(view);
    const isSame = last?.options === options && last.relations === relations;
    const keep = keeper(isSame ? last : undefined, sources, view);
    const files = new Map(
      view.files().map((file) => [file.fileName, keep(file) ?? readFile(file, view)]),
    );
    last = { options, sources, relations, files };
    return new Map([...files].filter(([, { classes }]) => classes.length > 0));
  };
}

/** Returns the reading of a file that is still valid. A file with a diagnostic is read again: its cause may be anywhere. */
function keeper(
  last: ProgramReading | undefined,
  sources: ProgramFiles,
  view: ProjectView,
): (file: ts.SourceFile) => FileReading | undefined {
  const difference = last && affectedFiles(last.sources, sources, view.isOfProject, view.checker);
  if (last === undefined || difference === undefined) return () => undefined;
  const { changed, affected } = difference;
  return ({ fileName }) => {
    const reading = last.files.get(fileName);
    if (reading === undefined || reading.diagnostics.length > 0) return undefined;
    if (affected.has(fileName)) return undefined;
    return [...reading.dependencies].some((name) => changed.has(name)) ? undefined : reading;
  };
}

/** The other facts that readings depend on: the classes that modules list, and those that others extend. */
function relationsOf(view: ProjectView): string {
  const nameOf = (node: ts.Node): string =>
    ts.isClassLike(node) ? `${node.getSourceFile().fileName}#${classNameOf(node)}` : '';
  return JSON.stringify([
    view.once(listedClasses).map((list) => list.map(nameOf)),
    [...view.once(extendedClasses)].map(nameOf),
  ]);
}
