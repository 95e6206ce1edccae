import type { ClassSignature } from '../../model/signature/method-signature.js';

/** Where a file of signatures finds a class: a module as it imports it, and the names within. */
export interface ImportedClass {
  readonly module: string;
  readonly path: readonly string[];
}

/** A class as a file of signatures lists it. */
export interface ListedClass {
  readonly location: ImportedClass;
  readonly signature: ClassSignature;
  /** The classes that the signature names, by their keys there. */
  readonly references: readonly (readonly [key: string, location: ImportedClass])[];
}

/** The classes of one source file. */
export interface ListedFile {
  /** The path from the folder of the manifest. */
  readonly source: string;
  readonly dependencies: readonly string[];
  readonly hash: string;
  readonly classes: readonly ListedClass[];
}
