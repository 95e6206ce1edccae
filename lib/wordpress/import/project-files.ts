/** The files of a project, by paths from its root that begin with a slash. */
export interface ProjectFiles {
  /** `undefined` where there is no such file. */
  readonly read: (path: string) => string | undefined;
  /** The paths of the TypeScript files below a folder. */
  readonly list: (folder: string) => readonly string[];
}

/** Formats the text of a file as the project does. */
export type FormatText = (path: string, text: string) => Promise<string>;

/** The files of a project with what an import changes, before anything is written. */
export class ChangedFiles implements ProjectFiles {
  readonly #texts = new Map<string, string>();

  constructor(private readonly files: ProjectFiles) {}

  /** The new and changed files by path. */
  get changes(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  readonly read = (path: string): string | undefined =>
    this.#texts.get(path) ?? this.files.read(path);

  readonly list = (folder: string): readonly string[] => {
    const added = [...this.#texts.keys()].filter((path) => path.startsWith(`${folder}/`));
    return [...new Set([...this.files.list(folder), ...added])];
  };

  write(path: string, text: string): void {
    if (this.read(path) !== text) this.#texts.set(path, text);
  }
}
