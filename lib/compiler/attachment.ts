import { createHash } from 'node:crypto';
import type { LocatedClass } from './classes/class-references.js';
import { ts } from './program/typescript.js';
import type { ClassReading } from './signatures/read-class.js';
import { SIGNATURE_KEY } from '../types/method-signature.js';

/** The data attached to one class, before it is written as text or as AST. */
export interface Attachment {
  /**
   * The name of the class for a static block within it; `undefined` is `this`. TypeScript compiles
   * `this` in a static block of a decorated class to `void 0` for targets below ES2022.
   */
  readonly self: string | undefined;
  /** The signature as JSON. */
  readonly json: string;
  /** The classes that it names, by their keys: the names that lead to each, from that of an imported module or from the scope. */
  readonly references: readonly (readonly [key: string, path: readonly string[]])[];
  /** A hash of the attached data, by which compiled code that is out of date is recognized. */
  readonly stamp: string;
}

/**
 * Prepares the data attached to a class. Modules are imported as a whole, under names of their own:
 * where a module is compiled to CommonJS, the uses of named imports that are added to a source
 * afterwards would not be rewritten.
 */
export function attachmentOf(reading: ClassReading, modules: Map<string, string>): Attachment {
  const json = JSON.stringify(reading.signature);
  const references = reading.references.map(({ key, module, path }) => {
    const names = module === undefined ? path : [nameModule(module, modules), ...path];
    return [key, names] as const;
  });
  return { self: selfOf(reading), json, references, stamp: stampOf(json, reading.references) };
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

/** The name under which a file imports a whole module. */
export function nameModule(module: string, modules: Map<string, string>): string {
  const name = modules.get(module) ?? `restRoutesModule${modules.size}`;
  modules.set(module, name);
  return name;
}

/** The key of a signature on its class, as the code that attaches it writes it. */
const KEY_EXPRESSION = `globalThis.Symbol.for(${JSON.stringify(SIGNATURE_KEY.description)})`;

/** Whether a source has its signatures already. */
export function isAttached(code: string): boolean {
  return code.includes(KEY_EXPRESSION);
}

const DEFAULT_NAME = 'restRoutesDefault';

const DEFINE = 'globalThis.Object.defineProperty(';

/**
 * Writes signatures into a source: each before the brace that closes its class, and the imports at
 * the end. Every line keeps its number, so source maps stay valid.
 */
export function attachText(code: string, classes: readonly ClassReading[]): string {
  const modules = new Map<string, string>();
  const insertions = classes.flatMap((reading) => insertionsOf(reading, modules));
  let text = code;
  // From the end to the beginning, so that the offsets before an insertion stay valid.
  for (const [at, inserted] of insertions.toSorted(([a], [b]) => b - a)) {
    text = text.slice(0, at) + inserted + text.slice(at);
  }
  const imports = [...modules].map(([module, name]) => importOf(module, name));
  return imports.length === 0 ? text : `${text}\n${imports.join('\n')}\n`;
}

function insertionsOf(
  reading: ClassReading,
  modules: Map<string, string>,
): readonly (readonly [at: number, text: string])[] {
  const { node } = reading;
  const attachment = attachmentOf(reading, modules);
  const brace = node.getEnd() - 1;
  return ts.isClassDeclaration(node) && node.name === undefined
    ? namedDefault(node, attachment, brace)
    : [[brace, staticBlock(attachment)]];
}

/**
 * Names a default class, because Oxc compiles `this` in a decorated class without a name to a variable
 * that does not exist, for targets below ES2022. Outside of its module the class stays "default".
 */
function namedDefault(
  node: ts.ClassDeclaration,
  attachment: Attachment,
  brace: number,
): readonly (readonly [at: number, text: string])[] {
  const keyword = node.getChildren().find(({ kind }) => kind === ts.SyntaxKind.ClassKeyword);
  const rename = `${DEFINE}${DEFAULT_NAME}, 'name', { value: 'default', configurable: true });`;
  return [
    [keyword?.getEnd() ?? brace, ` ${DEFAULT_NAME}`],
    [brace, staticBlock({ ...attachment, self: DEFAULT_NAME }, rename)],
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

function referenceEntry([key, [first = '', ...rest]]: Attachment['references'][number]): string {
  const names = rest.map((name) => `[${JSON.stringify(name)}]`);
  return `${JSON.stringify(key)}: () => ${first}${names.join('')}`;
}

function importOf(module: string, name: string): string {
  return `import * as ${name} from ${JSON.stringify(module)};`;
}
