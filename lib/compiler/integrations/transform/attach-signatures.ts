import type { ClassReading, FileReading } from '../../signatures/read-class.js';
import type { Project } from './project.js';
import { ts } from '../../program/typescript.js';
import {
  attachmentOf,
  type Attachment,
  type AttachedReference,
  type ModuleNames,
  KEY_EXPRESSION,
} from '../../attachment.js';

const DEFAULT_NAME = 'restRoutesDefault';

const DEFINE = 'globalThis.Object.defineProperty(';

/** What is known of a file that mentions routes. */
export interface AttachedSource extends Pick<FileReading, 'diagnostics' | 'dependencies'> {
  /** The text with the signatures of its classes; `undefined` where it has no such class. */
  readonly text: string | undefined;
}

/** Reads a file that mentions routes, and attaches the signatures of its classes to its text. */
export function attachSignatures(code: string, fileName: string, project: Project): AttachedSource {
  const { classes, diagnostics, dependencies } = project.read(fileName, code);
  const isComplete = diagnostics.length === 0 && classes.length > 0;
  return { diagnostics, dependencies, text: isComplete ? attachText(code, classes) : undefined };
}

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
