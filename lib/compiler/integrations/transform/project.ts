import { mentionsRoutes } from '../../syntax/mentions-routes.js';
import { createPackageTest } from '../../program/own-package.js';
import { createProjectView, type ProjectView } from '../../program/project-view.js';
import { readFile, type FileReading } from '../../signatures/read-file.js';
import { ts } from '../../program/typescript.js';
import { createSourceHost } from '../../program/source-host.js';

/** A project as one program, which all transformed files share. */
export interface Project {
  /** Reads a file as it is being transformed. */
  read(fileName: string, code: string): FileReading;
  /** Tells that a file has changed. */
  changed(fileName: string): void;
  /** Tells that a file has appeared or gone: an import may lead elsewhere now. */
  moved(fileName: string): void;
}

/**
 * Opens a project. Its program has the files that mention routes, the ambient declarations, and
 * whatever they import; it is made when the first file is read, and made anew, with all that did not
 * change, after a change.
 */
export function openProject({ options, fileNames }: ts.ParsedCommandLine): Project {
  const host = createSourceHost(options);
  const isOurFile = createPackageTest();
  const roots = new Set<string>();
  let program: ts.Program | undefined;
  let view: ProjectView | undefined;

  const look = (): ProjectView => {
    if (roots.size === 0) fileNames.filter(isRoot).forEach((name) => roots.add(name));
    program = ts.createProgram([...roots], options, host, program);
    view = createProjectView(program, isOurFile);
    return view;
  };
  return {
    read: (fileName, code) => {
      const known = view ?? look();
      const file = known.program.getSourceFile(fileName);
      if (file?.text === code) return readFile(file, known);
      // Seen for the first time, edited, or changed by another plugin: offsets must fit the code.
      roots.add(fileName);
      host.replace(fileName, code);
      const renewed = look();
      const replaced = renewed.program.getSourceFile(fileName);
      if (replaced === undefined) throw new Error(`nestjs-rest-routes cannot read ${fileName}.`);
      return readFile(replaced, renewed);
    },
    changed: (fileName) => {
      if (host.forget(fileName)) view = undefined;
    },
    moved: (fileName) => {
      host.forget(fileName);
      program = undefined;
      view = undefined;
    },
  };
}

function isRoot(fileName: string): boolean {
  return /\.d\.[cm]?ts$/.test(fileName) || mentionsRoutes(ts.sys.readFile(fileName) ?? '');
}
