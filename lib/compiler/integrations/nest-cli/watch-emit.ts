import type { ts } from '../../program/typescript.js';

type Emit = ts.Program['emit'];

/** Follows what a program writes. */
export interface EmitWatch {
  /** Writes the files again that are out of date and were not written; says which it could not write. */
  renew(): ReadonlySet<ts.SourceFile>;
  /** Runs a last time when everything has been written and diagnostics are about to be collected. */
  onDiagnostics(supply: () => readonly ts.Diagnostic[]): void;
}

/**
 * Follows the program that Nest's command line writes. There is no official place to add a diagnostic
 * or a file to a build, so the methods that it calls at the end are wrapped.
 */
export function watchEmit(program: ts.Program, outdated: Set<ts.SourceFile>): EmitWatch {
  const emit: Emit = program.emit.bind(program);
  const global = program.getGlobalDiagnostics.bind(program);
  let last: Parameters<Emit> | undefined;
  let supplied: () => readonly ts.Diagnostic[] = () => [];
  program.emit = (...call) => {
    last = call;
    const [target, , , declarationsOnly] = call;
    // The builder says 1 for declarations alone, the interface `true`: both are one as a number.
    const writesCode = Number(declarationsOnly ?? 0) !== 1;
    if (writesCode && target === undefined) outdated.clear();
    else if (writesCode && target !== undefined) outdated.delete(target);
    return emit(...call);
  };
  program.getGlobalDiagnostics = (token) => [...global(token), ...supplied()];
  return {
    renew: () => {
      if (last === undefined) return outdated;
      const [, writeFile, token, , ...transformers] = last;
      for (const file of outdated) {
        outdated.delete(file);
        emit(file, writeFile, token, undefined, ...transformers);
      }
      return outdated;
    },
    onDiagnostics: (supply) => {
      supplied = supply;
    },
  };
}
