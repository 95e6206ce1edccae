import { createHash } from 'node:crypto';
import { ts } from './program/typescript.js';
import type { ClassReading } from './signatures/read-class.js';
import { SIGNATURE_KEY } from '../types/method-signature.js';

const STAMP_LENGTH = 16;

/** Detects compiled code that is out of date. */
export function stampOf({ signature, references }: ClassReading): string {
  const located = references.map(({ key, module = '', path }) => [key, module, path]);
  const hash = createHash('sha256').update(JSON.stringify(signature));
  return hash.update(JSON.stringify(located)).digest('hex').slice(0, STAMP_LENGTH);
}

/**
 * `undefined` means `this`. TypeScript compiles `this` in a static block of a decorated class to `void 0` for targets
 * below ES2022: named class declarations need their name.
 */
export function selfOf({ node }: ClassReading): string | undefined {
  return ts.isClassDeclaration(node) ? node.name?.text : undefined;
}

export function nameModule(module: string, modules: Map<string, string>): string {
  const name = modules.get(module) ?? `restRoutesModule${modules.size}`;
  modules.set(module, name);
  return name;
}

/** Uses `globalThis`, since a file may declare an `Object` of its own. */
export const DEFINE = 'globalThis.Object.defineProperty';

export const KEY_EXPRESSION = `globalThis.Symbol.for(${JSON.stringify(SIGNATURE_KEY.description)})`;

export function isAttached(code: string): boolean {
  return code.includes(KEY_EXPRESSION);
}

/**
 * The signature is JSON in a text and not an object, so that a name in it never acts as code. Modules are imported as a
 * whole, under names of their own: if a module is compiled to CommonJS, the uses of named imports that are added to a
 * source afterwards would not be rewritten.
 */
export function descriptorText(reading: ClassReading, modules: Map<string, string>): string {
  const signature = `globalThis.JSON.parse(${JSON.stringify(JSON.stringify(reading.signature))})`;
  const entries = reading.references.map(({ key, module, path }) => {
    const names = module === undefined ? path : [nameModule(module, modules), ...path];
    return referenceEntry(key, names);
  });
  const references = `{ ${entries.join(', ')} }`;
  const stamp = JSON.stringify(stampOf(reading));
  const value = `{ signature: ${signature}, references: ${references}, stamp: ${stamp} }`;
  return `{ value: ${value}, configurable: true }`;
}

/** `"OrderLine": () => module["OrderLine"]`, since an export may have any name. */
function referenceEntry(key: string, [first = '', ...rest]: readonly string[]): string {
  const names = rest.map((name) => `[${JSON.stringify(name)}]`);
  return `${JSON.stringify(key)}: () => ${first}${names.join('')}`;
}

const DEFAULT_NAME = 'restRoutesDefault';

type Insertion = readonly [at: number, text: string];

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

function insertionsOf(reading: ClassReading, modules: Map<string, string>): readonly Insertion[] {
  const { node } = reading;
  const descriptor = descriptorText(reading, modules);
  const brace = node.getEnd() - 1;
  return ts.isClassDeclaration(node) && node.name === undefined
    ? namedDefault(node, descriptor, brace)
    : [[brace, staticBlock(selfOf(reading), descriptor)]];
}

/**
 * For targets below ES2022, Oxc compiles `this` in a decorated class without a name to a variable that does not exist.
 * Outside of its module the class stays "default".
 */
function namedDefault(
  node: ts.ClassDeclaration,
  descriptor: string,
  brace: number,
): readonly Insertion[] {
  const keyword = node.getChildren().find(({ kind }) => kind === ts.SyntaxKind.ClassKeyword);
  const rename = `${DEFINE}(${DEFAULT_NAME}, 'name', { value: 'default', configurable: true });`;
  return [
    [keyword?.getEnd() ?? brace, ` ${DEFAULT_NAME}`],
    [brace, staticBlock(DEFAULT_NAME, descriptor, rename)],
  ];
}

/** Starts with a semicolon, to end a property that is written without one. */
function staticBlock(self = 'this', descriptor: string, more = ''): string {
  return `;static { ${DEFINE}(${self}, ${KEY_EXPRESSION}, ${descriptor});${more} }`;
}

function importOf(module: string, name: string): string {
  return `import * as ${name} from ${JSON.stringify(module)};`;
}
