import {
  describeFault,
  type Fault,
  type FaultCode,
  type FaultPlace,
} from '../../diagnostics/diagnostic-catalogue.js';
import { describeReaderFault, type ReaderFaultCode } from '../../diagnostics/compiler-catalogue.js';
import type { Refusal } from '../syntax/reading.js';
import type { ts } from '../syntax/typescript.js';

/** A fault with its place in the source. */
export interface SourceFault {
  readonly code: FaultCode | ReaderFaultCode;
  /** Code, place, reason and remedy in one sentence or two. */
  readonly text: string;
  readonly file: ts.SourceFile;
  /** Offset of the first character. */
  readonly start: number;
  readonly length: number;
}

/** A fault of the rules that compiler and boot share. */
export function ruleFault(fault: Fault, node: ts.Node): SourceFault {
  return { code: fault.code, text: describeFault(fault), ...spanOf(node) };
}

/** A fault of what the reader could not read. */
export function refusalFault({ refused, node, text }: Refusal, place: FaultPlace): SourceFault {
  const method =
    place.methodName === undefined ? place.className : `${place.className}.${place.methodName}`;
  const at = place.parameterName === undefined ? method : `${method}, ${place.parameterName}`;
  return { code: refused, text: describeReaderFault(refused, at, text), ...spanOf(node) };
}

/** A fault once, though several routes or subclasses meet it. */
export function uniqueFaults(faults: readonly SourceFault[]): readonly SourceFault[] {
  const seen = new Set<string>();
  return faults.filter(({ code, file, start }) => {
    const key = `${code} ${file.fileName} ${start}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** `file:line:column` and the text, as a terminal shows it. Line and column count from one. */
export function faultLine({ file, start, text }: SourceFault): string {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName}:${line + 1}:${character + 1} - ${text}`;
}

function spanOf(node: ts.Node): Pick<SourceFault, 'file' | 'start' | 'length'> {
  const start = node.getStart();
  return { file: node.getSourceFile(), start, length: node.getEnd() - start };
}
