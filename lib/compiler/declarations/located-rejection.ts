import type { DiagnosticLocation } from '../../diagnostics/location.js';
import type { Rejection } from '../syntax/nodes.js';

/** A part of a declaration that could not be read, with its place among the declarations. */
export interface LocatedRejection {
  readonly rejection: Rejection;
  readonly location: DiagnosticLocation;
}
