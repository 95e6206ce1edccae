import { attachmentOf, type Attachment, type ModuleNames } from './attachment.js';
import type { ClassReading } from '../signatures/read-class.js';
import { ts } from '../program/typescript.js';
import { SIGNATURE_KEY } from '../../model/signature/method-signature.js';

/** A text to insert, and the offset where it goes. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * Writes signatures into a source. Each stands right before the brace that closes its class and the
 * imports at the end, so that every line stays where it was and a source map stays true.
 */
export function attachText(code: string, classes: readonly ClassReading[]): string {
  const modules: ModuleNames = new Map();
  const insertions = classes.flatMap((reading) => insertionsOf(reading, modules));
  let text = code;
  // From the end to the beginning, so that offsets before a change hold.
  for (const { at, text: inserted } of insertions.toSorted((a, b) => b.at - a.at)) {
    text = text.slice(0, at) + inserted + text.slice(at);
  }
  const imports = [...modules].map(([module, name]) => importOf(module, name));
  return imports.length === 0 ? text : `${text}\n${imports.join('\n')}\n`;
}

/** Whether a source has been here before. */
export function isAttached(code: string): boolean {
  return code.includes(KEY);
}

const KEY = `globalThis.Symbol.for(${JSON.stringify(SIGNATURE_KEY.description)})`;

function insertionsOf(reading: ClassReading, modules: ModuleNames): readonly Insertion[] {
  const { node } = reading;
  const attachment = attachmentOf(reading, modules);
  const brace = node.getEnd() - 1;
  if (!ts.isClassDeclaration(node) || node.name !== undefined) {
    return [{ at: brace, text: staticBlock(attachment) }];
  }
  // Oxc compiles `this` in a decorated class without a name to a variable that does not exist, for
  // targets below ES2022: the class gets a name inside its module, and stays "default" outside.
  const keyword = node.getChildren().find(({ kind }) => kind === ts.SyntaxKind.ClassKeyword);
  const rename = `${DEFINE}${UNNAMED}, 'name', { value: 'default', configurable: true });`;
  return [
    { at: keyword?.getEnd() ?? brace, text: ` ${UNNAMED}` },
    { at: brace, text: staticBlock({ ...attachment, self: UNNAMED }, rename) },
  ];
}

const UNNAMED = 'restRoutesDefault';
const DEFINE = 'globalThis.Object.defineProperty(';

/** The semicolon ends a property that has none of its own. */
function staticBlock({ self = 'this', json, references, stamp }: Attachment, more = ''): string {
  const entries = references.map(({ key, namespace, path }) => {
    const [first = '', ...rest] = namespace === undefined ? path : [namespace, ...path];
    const names = rest.map((name) => `[${JSON.stringify(name)}]`);
    return `${JSON.stringify(key)}: () => ${first}${names.join('')}`;
  });
  const signature = `globalThis.JSON.parse(${JSON.stringify(json)})`;
  const value = `{ signature: ${signature}, references: { ${entries.join(', ')} }, stamp: "${stamp}" }`;
  return `;static { ${DEFINE}${self}, ${KEY}, { value: ${value}, configurable: true });${more} }`;
}

function importOf(module: string, name: string): string {
  return `import * as ${name} from ${JSON.stringify(module)};`;
}
