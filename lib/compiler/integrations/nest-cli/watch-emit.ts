import type { ts } from '../../program/typescript.js';

type Emit = ts.Program['emit'];
type EmitArguments = Parameters<Emit>;

/** Follows what a program writes. */
export interface EmitWatch {
  /** Writes the outdated files that the build has not written; returns those it could not write. */
  writeOutdated(): ReadonlySet<ts.SourceFile>;
  /** Adds diagnostics when everything has been written and the build collects diagnostics. */
  onDiagnostics(supply: () => readonly ts.Diagnostic[]): void;
}

/**
 * Follows the program that Nest's command line writes. There is no official way to add a diagnostic
 * or a file to a build, so the methods that the build calls at its end are wrapped.
 */
export function watchEmit(program: ts.Program, outdated: Set<ts.SourceFile>): EmitWatch {
  const emit: Emit = program.emit.bind(program);
  let last: EmitArguments | undefined;
  program.emit = (...call) => {
    last = call;
    if (writesCode(call)) markWritten(call, outdated);
    return emit(...call);
  };
  return {
    writeOutdated: () => {
      if (last !== undefined) emitEach(outdated, last, emit);
      return outdated;
    },
    onDiagnostics: (supply) => addGlobalDiagnostics(program, supply),
  };
}

/** The builder writes declarations only if it passes 1, the interface if it passes `true`. */
function writesCode([, , , declarationsOnly]: EmitArguments): boolean {
  return Number(declarationsOnly ?? 0) !== 1;
}

function markWritten([target]: EmitArguments, outdated: Set<ts.SourceFile>): void {
  if (target === undefined) outdated.clear();
  else outdated.delete(target);
}

/** Writes files in the way in which the build wrote its last one. */
function emitEach(files: Set<ts.SourceFile>, call: EmitArguments, emit: Emit): void {
  const [, writeFile, token, , ...transformers] = call;
  for (const file of files) {
    files.delete(file);
    emit(file, writeFile, token, undefined, ...transformers);
  }
}

function addGlobalDiagnostics(program: ts.Program, supply: () => readonly ts.Diagnostic[]): void {
  const collect = program.getGlobalDiagnostics.bind(program);
  program.getGlobalDiagnostics = (token) => [...collect(token), ...supply()];
}
