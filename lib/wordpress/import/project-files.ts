/** The files of a project, by paths from its root that begin with a slash. */
export interface ProjectFiles {
  /** `undefined` where there is no such file. */
  readonly read: (path: string) => string | undefined;
  /** The paths of the TypeScript files below a folder. */
  readonly list: (folder: string) => readonly string[];
}

/** Formats the text of a file as the project does. */
export type FormatText = (path: string, text: string) => Promise<string>;
