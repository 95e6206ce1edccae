import { createOwnPackageTest } from '../../program/project-config.js';
import {
  createProjectView,
  type ProjectView,
  createSourceHost,
  type SourceHost,
} from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import { readFile, type FileReading } from '../../signatures/read-class.js';
import { mentionsRoutes } from '../../syntax/our-decorators.js';

/**
 * A project as one program, for tools that transform one file after another. The program consists of
 * the files that mention routes, the ambient declarations, and all that these import. It is made when
 * the first file is read, and again after a change; unchanged files are not parsed again.
 */
export class Project {
  readonly #config: ts.ParsedCommandLine;
  readonly #host: SourceHost;
  readonly #roots = new Set<string>();
  readonly #isOurFile = createOwnPackageTest();
  #program: ts.Program | undefined;
  #view: ProjectView | undefined;

  constructor(config: ts.ParsedCommandLine) {
    this.#config = config;
    this.#host = createSourceHost(config.options);
  }

  /** Reads a file as it is being transformed. */
  read(fileName: string, code: string): FileReading {
    const known = this.#view ?? this.#renew();
    // A new file, an edited one, or one that another plugin has changed: offsets must fit the code.
    const isCurrent = known.program.getSourceFile(fileName)?.text === code;
    const view = isCurrent ? known : this.#replace(fileName, code);
    const file = view.program.getSourceFile(fileName);
    if (file === undefined) throw new Error(`nestjs-rest-routes cannot read ${fileName}.`);
    return readFile(file, view);
  }

  /** Takes note that a file has changed. */
  changed(fileName: string): void {
    if (this.#host.forget(fileName)) this.#view = undefined;
  }

  /** Takes note that a file was added or removed, so that imports may resolve differently. */
  moved(fileName: string): void {
    this.#host.forget(fileName);
    this.#program = undefined;
    this.#view = undefined;
  }

  /** Takes note of every file of the project that has changed on the disk since it was read. */
  refresh(): void {
    for (const { fileName, text } of this.#program?.getSourceFiles() ?? []) {
      if (INSTALLED.test(fileName)) continue;
      const current = ts.sys.readFile(fileName);
      if (current === undefined) this.moved(fileName);
      else if (current !== text) this.changed(fileName);
    }
  }

  #replace(fileName: string, code: string): ProjectView {
    this.#roots.add(fileName);
    this.#host.replace(fileName, code);
    return this.#renew();
  }

  #renew(): ProjectView {
    const { fileNames, options } = this.#config;
    if (this.#roots.size === 0) fileNames.filter(isRoot).forEach((name) => this.#roots.add(name));
    this.#program = ts.createProgram([...this.#roots], options, this.#host, this.#program);
    this.#view = createProjectView(this.#program, this.#isOurFile);
    return this.#view;
  }
}

/** What only a package manager changes. */
const INSTALLED = /\/node_modules\//;

function isRoot(fileName: string): boolean {
  return /\.d\.[cm]?ts$/.test(fileName) || mentionsRoutes(ts.sys.readFile(fileName) ?? '');
}
