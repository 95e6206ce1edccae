import type { ts } from '../../program/typescript.js';

type Emit = ts.Program['emit'];
type EmitArguments = Parameters<Emit>;

/** Follows what a program writes. */
export interface EmitWatch {
  /** Says that the build writes a file. */
  markWritten(file: ts.SourceFile): void;
  /** Writes the outdated files that the build has not written; returns those it could not write. */
  writeOutdated(): ReadonlySet<ts.SourceFile>;
}

/**
 * Follows the program that a build writes. There is no official way to add a file to a build, so the
 * method that writes is wrapped. A build that has looked it up before the plugin was called writes all
 * files.
 */
export function watchEmit(program: ts.Program, outdated: Set<ts.SourceFile>): EmitWatch {
  const emit: Emit = program.emit.bind(program);
  let last: EmitArguments | undefined;
  program.emit = (...call) => {
    last = call;
    return emit(...call);
  };
  return {
    // A plugin before this one may have made another tree of the file.
    markWritten: ({ fileName }) => {
      const file = program.getSourceFile(fileName);
      if (file !== undefined) outdated.delete(file);
    },
    writeOutdated: () => {
      if (last !== undefined) emitEach(outdated, last, emit);
      return outdated;
    },
  };
}

/** Writes files in the way in which the build wrote its last one. */
function emitEach(files: Set<ts.SourceFile>, call: EmitArguments, emit: Emit): void {
  const [, writeFile, token, , ...transformers] = call;
  for (const file of files) {
    files.delete(file);
    emit(file, writeFile, token, undefined, ...transformers);
  }
}
