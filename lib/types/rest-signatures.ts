import type { ClassReference } from './method-signature.js';
import { createHash } from 'node:crypto';

export const SIGNATURES_FORMAT = 1;

/**
 * The signatures of a project in a file of their own, for builds that run no plugin. `npx nestjs-rest-routes
 * signatures` writes the file; `RestModule.forRoot({ signatures })` attaches its content.
 *
 * @example
 * import { signatures } from './rest-signatures.js';
 *
 * RestModule.forRoot({ namespace: 'acme', signatures })
 */
export interface RestSignatures {
  /** The version of this format. */
  readonly format: number;
  readonly files: readonly SignedFile[];
}

/** The signatures of one source file. */
export interface SignedFile {
  /** The path from the folder of the manifest, such as `src/items.controller.ts`. */
  readonly source: string;
  /** The other files that the signatures depend on. */
  readonly dependencies: readonly string[];
  /** A hash of the texts of all of them. */
  readonly hash: string;
  readonly classes: readonly SignedClass[];
}

/** The signature of one class. */
export interface SignedClass {
  /** Returns the class. */
  readonly class: ClassReference;
  /** As a compiler attaches it. */
  readonly signature: object;
  /** The classes that the signature names. */
  readonly references: Readonly<Record<string, ClassReference>>;
}

const LENGTH = 16;

/** Line ends do not count: Git may change them. */
export function sourceHash(texts: readonly string[]): string {
  const lines = texts.map((text) => text.replaceAll('\r\n', '\n'));
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex').slice(0, LENGTH);
}
