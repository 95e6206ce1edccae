import type { CompilerDiagnosticCode } from '../../diagnostics/compiler-catalogue.js';
import type { DiagnosticLocation } from '../../diagnostics/location.js';
import type { ts } from '../program/typescript.js';
import { oneLine } from './nodes.js';

export interface Rejection {
  readonly rejected: CompilerDiagnosticCode;
  readonly node: ts.Node;
  readonly text: string;
  /** Whether node and text show the property within an object type; an alias around it adds nothing. */
  readonly isInObject?: true;
}

export interface LocatedRejection {
  readonly rejection: Rejection;
  readonly location: DiagnosticLocation;
}

export function reject(rejected: CompilerDiagnosticCode, node: ts.Node, text?: string): Rejection {
  return { rejected, node, text: text ?? oneLine(node.getText()) };
}

export function isRejection(reading: object): reading is Rejection {
  return 'rejected' in reading;
}
