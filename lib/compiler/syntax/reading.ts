import type { ReaderFaultCode } from '../../diagnostics/compiler-catalogue.js';
import type { TypeSignature } from '../../model/signature/method-signature.js';
import type { ts } from './typescript.js';

/** A type that could be read. `optional`: it allows `undefined`. */
export interface Accepted {
  readonly type: TypeSignature;
  readonly optional?: true;
}

/** Why something could not be read, and the node to point at. */
export interface Refusal {
  readonly refused: ReaderFaultCode;
  readonly node: ts.Node;
  /** What stands there, as the source writes it. */
  readonly text: string;
}

export type Reading = Accepted | Refusal;

export function accept(type: TypeSignature): Accepted {
  return { type };
}

export function refuse(refused: ReaderFaultCode, node: ts.Node, text?: string): Refusal {
  return { refused, node, text: text ?? oneLine(node.getText()) };
}

export function isRefusal(reading: object): reading is Refusal {
  return 'refused' in reading;
}

const LONGEST = 120;

/** A text of the source on one line. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
