import type { ts } from '../reader/typescript.js';

type Emit = ts.Program['emit'];

/** Follows what a program writes. */
export interface EmitWatch {
  /** Writes the files again that are out of date and were not written; says which it could not write. */
  renew(): ReadonlySet<ts.SourceFile>;
  /** Runs a last time when everything has been written and diagnostics are about to be collected. */
  onDiagnostics(supply: () => readonly ts.Diagnostic[]): void;
  /** Whether diagnostics were collected. */
  readonly isCollected: boolean;
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
  let isCollected = false;
  program.emit = (...call) => {
    last = call;
    const [target] = call;
    if (target === undefined) outdated.clear();
    else outdated.delete(target);
    return emit(...call);
  };
  program.getGlobalDiagnostics = (token) => {
    isCollected = true;
    return [...global(token), ...supplied()];
  };
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
    get isCollected() {
      return isCollected;
    },
  };
}
