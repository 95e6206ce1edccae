/** A text of the library, and what stood there once. */
export interface Fault {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const FAULTS: readonly Fault[];
