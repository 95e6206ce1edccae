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

const DEFAULT_NAME = 'restRoutesDefault';

const DEFINE = 'globalThis.Object.defineProperty(';

/** A text to insert, and the offset where it goes. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * Writes signatures into a source: each before the brace that closes its class, and the imports at
 * the end. Every line keeps its number, so source maps stay valid.
 */
export function attachText(code: string, classes: readonly ClassReading[]): string {
  const modules: ModuleNames = new Map();
  const insertions = classes.flatMap((reading) => insertionsOf(reading, modules));
  let text = code;
  // From the end to the beginning, so that the offsets before an insertion stay valid.
  for (const { at, text: inserted } of insertions.toSorted((a, b) => b.at - a.at)) {
    text = text.slice(0, at) + inserted + text.slice(at);
  }
  const imports = [...modules].map(([module, name]) => importOf(module, name));
  return imports.length === 0 ? text : `${text}\n${imports.join('\n')}\n`;
}

function insertionsOf(reading: ClassReading, modules: ModuleNames): readonly Insertion[] {
  const { node } = reading;
  const attachment = attachmentOf(reading, modules);
  const brace = node.getEnd() - 1;
  return ts.isClassDeclaration(node) && node.name === undefined
    ? namedDefault(node, attachment, brace)
    : [{ at: brace, text: staticBlock(attachment) }];
}

/**
 * Names a default class, because Oxc compiles `this` in a decorated class without a name to a variable
 * that does not exist, for targets below ES2022. Outside of its module the class stays "default".
 */
function namedDefault(
  node: ts.ClassDeclaration,
  attachment: Attachment,
  brace: number,
): readonly Insertion[] {
  const keyword = node.getChildren().find(({ kind }) => kind === ts.SyntaxKind.ClassKeyword);
  const rename = `${DEFINE}${DEFAULT_NAME}, 'name', { value: 'default', configurable: true });`;
  return [
    { at: keyword?.getEnd() ?? brace, text: ` ${DEFAULT_NAME}` },
    { at: brace, text: staticBlock({ ...attachment, self: DEFAULT_NAME }, rename) },
  ];
}

/** Starts with a semicolon, which ends a property that has none. */
function staticBlock({ self = 'this', json, references, stamp }: Attachment, more = ''): string {
  const signature = `globalThis.JSON.parse(${JSON.stringify(json)})`;
  const entries = references.map(referenceEntry).join(', ');
  const value = `{ signature: ${signature}, references: { ${entries} }, stamp: "${stamp}" }`;
  const define = `${DEFINE}${self}, ${KEY_EXPRESSION}, { value: ${value}, configurable: true });`;
  return `;static { ${define}${more} }`;
}

function referenceEntry({ key, namespace, path }: AttachedReference): string {
  const [first = '', ...rest] = namespace === undefined ? path : [namespace, ...path];
  const names = rest.map((name) => `[${JSON.stringify(name)}]`);
  return `${JSON.stringify(key)}: () => ${first}${names.join('')}`;
}

function importOf(module: string, name: string): string {
  return `import * as ${name} from ${JSON.stringify(module)};`;
}
