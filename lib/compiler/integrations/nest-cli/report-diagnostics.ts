import { printDiagnostics } from '../../diagnostics/typescript-diagnostics.js';
import type { ts } from '../../program/typescript.js';

/** The diagnostics of a build. */
interface BuildDiagnostics {
  /** Those of the sources. */
  readonly found: readonly ts.Diagnostic[];
  /** Ends the writing, and returns those of the output. */
  finish(): readonly ts.Diagnostic[];
}

/**
 * Adds diagnostics to those that a build collects. There is no official way to add one, so the method
 * that the build calls is wrapped. With `noEmitOnError`, which Nx sets, TypeScript calls it first before
 * anything is written, and writes nothing where there are any.
 */
export function reportDiagnostics(program: ts.Program, { found, finish }: BuildDiagnostics): void {
  const collect = program.getGlobalDiagnostics.bind(program);
  let isWritten = program.getCompilerOptions().noEmitOnError !== true;
  program.getGlobalDiagnostics = (token) => {
    const rest = isWritten ? finish() : [];
    isWritten = true;
    return [...collect(token), ...found, ...rest];
  };
  // A single build collects the diagnostics afterwards and has ended by then. A build in watch mode
  // collected them before and goes on, so they are printed here.
  queueMicrotask(() => {
    if (!isStopped(program, found)) printDiagnostics([...finish(), ...found]);
  });
}

/** Whether errors, which TypeScript reports, keep the build from writing anything. */
function isStopped(program: ts.Program, found: readonly ts.Diagnostic[]): boolean {
  if (program.getCompilerOptions().noEmitOnError !== true) return false;
  return (
    found.length > 0 ||
    program.getSyntacticDiagnostics().length > 0 ||
    program.getSemanticDiagnostics().length > 0
  );
}
