import type { CompilerDiagnosticCode } from '../../diagnostics/compiler-catalogue.js';
import type { TypeSignature } from '../../model/signature/method-signature.js';
import type { ts } from '../program/typescript.js';

/** A type that could be read. `optional`: it allows `undefined`. */
export interface Accepted {
  readonly type: TypeSignature;
  readonly optional?: true;
}

/** Why something could not be read, and the node to point at. */
export interface Rejection {
  readonly rejected: CompilerDiagnosticCode;
  readonly node: ts.Node;
  /** What stands there, as the source writes it. */
  readonly text: string;
}

export type Reading = Accepted | Rejection;

export function accept(type: TypeSignature): Accepted {
  return { type };
}

export function reject(rejected: CompilerDiagnosticCode, node: ts.Node, text?: string): Rejection {
  return { rejected, node, text: text ?? oneLine(node.getText()) };
}

export function isRejection(reading: object): reading is Rejection {
  return 'rejected' in reading;
}

const LONGEST = 120;

/** A text of the source on one line. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
