import { createHash } from 'node:crypto';
import type { LocatedClass } from './classes/class-references.js';
import { ts } from './program/typescript.js';
import type { ClassReading } from './signatures/read-class.js';
import { SIGNATURE_KEY } from '../types/method-signature.js';

/** A class that compiled code refers to: in a module, or in scope. */
export interface AttachedReference {
  readonly key: string;
  /** The name under which the whole module is imported. */
  readonly namespace?: string;
  readonly path: readonly string[];
}

/** The data attached to one class, before it is written as text or as AST. */
export interface Attachment {
  /**
   * The name of the class for a static block within it; `undefined` is `this`. TypeScript compiles
   * `this` in a static block of a decorated class to `void 0` for targets below ES2022.
   */
  readonly self: string | undefined;
  /** The signature as JSON. */
  readonly json: string;
  readonly references: readonly AttachedReference[];
  /** A hash of the attached data, by which compiled code that is out of date is recognized. */
  readonly stamp: string;
}

/** The modules that the attachments of one file import, and their names there. */
export type ModuleNames = Map<string, string>;

/**
 * Prepares the data attached to a class. Modules are imported as a whole, under names of their own:
 * where a module is compiled to CommonJS, the uses of named imports that are added to a source
 * afterwards would not be rewritten.
 */
export function attachmentOf(reading: ClassReading, modules: ModuleNames): Attachment {
  const json = JSON.stringify(reading.signature);
  const references = reading.references.map((reference) => attachedReference(reference, modules));
  return { self: selfOf(reading), json, references, stamp: stampOf(json, reading.references) };
}

function attachedReference(
  { key, module, path }: LocatedClass,
  modules: ModuleNames,
): AttachedReference {
  return module === undefined ? { key, path } : { key, namespace: nameOf(module, modules), path };
}

const STAMP_LENGTH = 16;

function stampOf(json: string, references: readonly LocatedClass[]): string {
  const located = references.map(({ key, module = '', path }) => [key, module, path]);
  const hash = createHash('sha256').update(json).update(JSON.stringify(located));
  return hash.digest('hex').slice(0, STAMP_LENGTH);
}

/** Only named class declarations need their name: elsewhere `this` is compiled correctly. */
function selfOf({ node }: ClassReading): string | undefined {
  return ts.isClassDeclaration(node) ? node.name?.text : undefined;
}

function nameOf(module: string, modules: ModuleNames): string {
  const known = modules.get(module);
  if (known !== undefined) return known;
  const name = `restRoutesModule${modules.size}`;
  modules.set(module, name);
  return name;
}

/** The key of a signature on its class, as the code that attaches it writes it. */
export const KEY_EXPRESSION = `globalThis.Symbol.for(${JSON.stringify(SIGNATURE_KEY.description)})`;

/** Whether a source has its signatures already. */
export function isAttached(code: string): boolean {
  return code.includes(KEY_EXPRESSION);
}
