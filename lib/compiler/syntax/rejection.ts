import type { CompilerDiagnosticCode } from '../../diagnostics/compiler-catalogue.js';
import type { ts } from '../program/typescript.js';

/** Why a part of the source could not be read, and the node to point at. */
export interface Rejection {
  readonly rejected: CompilerDiagnosticCode;
  readonly node: ts.Node;
  /** The rejected part as the source writes it. */
  readonly text: string;
  /** Whether node and text show the property within an object type; an alias around it adds nothing. */
  readonly isInObject?: true;
}

export function reject(rejected: CompilerDiagnosticCode, node: ts.Node, text?: string): Rejection {
  return { rejected, node, text: text ?? oneLine(node.getText()) };
}

export function isRejection(reading: object): reading is Rejection {
  return 'rejected' in reading;
}

const LONGEST = 120;

/** A text of the source on one line, shortened where it is long. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
