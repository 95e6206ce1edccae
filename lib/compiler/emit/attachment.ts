import { createHash } from 'node:crypto';
import type { ClassReading } from '../signatures/read-class.js';
import { ts } from '../program/typescript.js';

/** A class that compiled code refers to: in a module, or in scope. */
export interface AttachedReference {
  readonly key: string;
  /** The name under which the module is imported, as a whole. */
  readonly namespace?: string;
  readonly path: readonly string[];
}

/** What is attached to one class, ready to be written in any form. */
export interface Attachment {
  /**
   * The class as a static block within it names it; `undefined` is `this`. TypeScript compiles `this`
   * in a static block of a decorated class to `void 0` for targets below ES2022.
   */
  readonly self: string | undefined;
  /** The signature as JSON. */
  readonly json: string;
  readonly references: readonly AttachedReference[];
  /** Differs where what is attached differs: tells compiled code that is out of date. */
  readonly stamp: string;
}

/** The modules that the attachments of one file import, and the names they get there. */
export type ModuleNames = Map<string, string>;

/**
 * Prepares what is attached to a class. A module is imported as a whole, under a name of its own:
 * named imports that code was given later would not follow when a module is made CommonJS.
 */
export function attachmentOf(reading: ClassReading, modules: ModuleNames): Attachment {
  const json = JSON.stringify(reading.signature);
  const references = reading.references.map(({ key, module, path }) =>
    module === undefined ? { key, path } : { key, namespace: nameOf(module, modules), path },
  );
  const located = reading.references.map(({ key, module = '', path }) => [key, module, path]);
  const stamp = createHash('sha256')
    .update(json)
    .update(JSON.stringify(located))
    .digest('hex')
    .slice(0, STAMP_LENGTH);
  return { self: selfOf(reading), json, references, stamp };
}

const STAMP_LENGTH = 16;

/** A class expression and a class without a name are compiled with `this` intact. */
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
